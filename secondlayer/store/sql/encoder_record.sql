-- Purpose: records the organisation's encoder at its first use, and only then.
-- Parameters: org, name, width. Columns: none; one row changed when it was the first.
UPDATE organisation SET encoder_name = %(name)s, encoder_width = %(width)s
WHERE id = %(org)s AND encoder_name IS NULL
