-- Purpose: makes the organisation known; nothing when it is.
-- Parameters: name. Columns: none.
INSERT INTO organisation (name) VALUES (%(name)s) ON CONFLICT (name) DO NOTHING
