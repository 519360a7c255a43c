-- Purpose: retires the current memories of those ids and moves their vectors to the archive.
-- Parameters: org, ids (text array), at, by, reason, superseded_by (or null).
-- Columns: id of each that was retired.
WITH gone AS (
    UPDATE memory SET retired_at = %(at)s, retired_by = %(by)s, retired_reason = %(reason)s, superseded_by = %(superseded_by)s,
                      current_during = current_during - tstzmultirange(tstzrange(now(), NULL))
    WHERE org_id = %(org)s AND id = ANY(%(ids)s::text[]) AND retired_at IS NULL
    RETURNING key, id
), moved AS (
    DELETE FROM memory_vector AS v USING gone WHERE v.org_id = %(org)s AND v.memory_key = gone.key
    RETURNING v.memory_key, v.org_id, v.scope_id, v.embedding
), archived AS (
    INSERT INTO memory_vector_archive (memory_key, org_id, scope_id, embedding) SELECT * FROM moved
)
SELECT id FROM gone ORDER BY id
