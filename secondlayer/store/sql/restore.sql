-- Purpose: the retired memories of those ids are current again, and their vectors come back from the archive.
-- Parameters: org, ids (text array).
-- Columns: id of each that was restored.
WITH back AS (
    UPDATE memory SET retired_at = NULL, retired_by = '', retired_reason = '', superseded_by = NULL,
                      current_during = current_during + tstzmultirange(tstzrange(now(), NULL))
    WHERE org_id = %(org)s AND id = ANY(%(ids)s::text[]) AND retired_at IS NOT NULL
    RETURNING key, id
), moved AS (
    DELETE FROM memory_vector_archive AS v USING back WHERE v.org_id = %(org)s AND v.memory_key = back.key
    RETURNING v.memory_key, v.org_id, v.scope_id, v.embedding
), current_again AS (
    INSERT INTO memory_vector (memory_key, org_id, scope_id, embedding) SELECT * FROM moved
)
SELECT id FROM back ORDER BY id
