-- Purpose: the organisation of that name.
-- Parameters: name.
-- Columns: id, encoder_name, encoder_width (null before the first use of an encoder).
SELECT id, encoder_name, encoder_width FROM organisation WHERE name = %(name)s
