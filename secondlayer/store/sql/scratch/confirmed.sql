-- Purpose: sets when a memory was last confirmed.
-- Parameters: org (name), id, at (or null). Columns: none.
UPDATE memory AS m SET confirmed_at = %(at)s
FROM organisation AS o
WHERE o.name = %(org)s AND m.org_id = o.id AND m.id = %(id)s
