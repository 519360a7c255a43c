-- Purpose: retires the current memories of those ids and moves their vectors to the archive.
-- Parameters: org, ids (text array), at, by, reason.
-- Columns: retired, how many.
WITH gone AS (
    UPDATE memory SET retired_at = %(at)s, retired_by = %(by)s, retired_reason = %(reason)s
    WHERE org_id = %(org)s AND id = ANY(%(ids)s::text[]) AND retired_at IS NULL
    RETURNING key
), moved AS (
    DELETE FROM memory_vector AS v USING gone WHERE v.org_id = %(org)s AND v.memory_key = gone.key
    RETURNING v.memory_key, v.org_id, v.scope_id, v.embedding
), archived AS (
    INSERT INTO memory_vector_archive (memory_key, org_id, scope_id, embedding) SELECT * FROM moved
)
SELECT count(*) FROM gone
