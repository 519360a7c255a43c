-- Purpose: sets when a memory was last confirmed, in its vector's row too.
-- Parameters: org (name), id, at (or null). Columns: none.
WITH said AS (
    UPDATE memory AS m SET confirmed_at = %(at)s
    FROM organisation AS o
    WHERE o.name = %(org)s AND m.org_id = o.id AND m.id = %(id)s
    RETURNING m.key, m.org_id, greatest(CASE WHEN m.dated THEN m.written_at END, m.confirmed_at) AS at
)
UPDATE memory_vector AS v SET said_at = said.at FROM said WHERE v.org_id = said.org_id AND v.memory_key = said.key
