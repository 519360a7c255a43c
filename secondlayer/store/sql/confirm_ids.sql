-- Purpose: confirms the current memories of those ids as said at that moment, where that is later than any known.
-- Parameters: org, ids (text array), at.
-- Columns: id, and when it was confirmed before (or null).
WITH before AS (
    SELECT key, id, confirmed_at FROM memory
    WHERE org_id = %(org)s AND id = ANY(%(ids)s::text[]) AND retired_at IS NULL
      AND %(at)s > greatest(CASE WHEN dated THEN written_at ELSE '-infinity' END, confirmed_at)
    ORDER BY id
    FOR UPDATE
), said_again AS (
    -- recency counts from there in reads that add up scores on the server, too
    UPDATE memory_vector AS v SET said_at = %(at)s FROM before WHERE v.org_id = %(org)s AND v.memory_key = before.key
)
UPDATE memory AS m SET confirmed_at = %(at)s FROM before WHERE m.key = before.key
RETURNING m.id, before.confirmed_at
