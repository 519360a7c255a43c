-- Purpose: the retired memories of those ids are current again, and their vectors come back from the archive.
-- Parameters: org, ids (text array).
-- Columns: id of each that was restored.
WITH back AS (
    UPDATE memory SET retired_at = NULL, retired_by = '', retired_reason = '', superseded_by = NULL,
                      current_during = current_during + tstzmultirange(tstzrange(now(), NULL))
    WHERE org_id = %(org)s AND id = ANY(%(ids)s::text[]) AND retired_at IS NOT NULL
    RETURNING key, id, layer, source_path, greatest(CASE WHEN dated THEN written_at END, confirmed_at) AS said_at
), moved AS (
    DELETE FROM memory_vector_archive AS v USING back WHERE v.org_id = %(org)s AND v.memory_key = back.key
    RETURNING v.memory_key, v.org_id, v.scope_id, v.embedding
), current_again AS (
    INSERT INTO memory_vector (memory_key, org_id, scope_id, said_at, embedding, marks)
    SELECT moved.memory_key, moved.org_id, moved.scope_id, back.said_at, moved.embedding,
           memory_marks(coalesce(w.tokens, '{}'), back.layer, back.source_path)
    FROM moved JOIN back ON back.key = moved.memory_key LEFT JOIN memory_words AS w ON w.memory_key = moved.memory_key
)
SELECT id FROM back ORDER BY id
