-- Purpose: a retired memory is current again, its vector back among those that are read, with what it scores.
-- Parameters: org (name), id. Columns: none.
WITH back AS (
    UPDATE memory AS m SET retired_at = NULL, retired_by = '', retired_reason = ''
    FROM organisation AS o
    WHERE o.name = %(org)s AND m.org_id = o.id AND m.id = %(id)s
    RETURNING m.key, m.layer, m.source_path, greatest(CASE WHEN m.dated THEN m.written_at END, m.confirmed_at) AS said_at
), moved AS (
    DELETE FROM memory_vector_archive AS v USING back WHERE v.memory_key = back.key
    RETURNING v.memory_key, v.org_id, v.scope_id, v.embedding
)
INSERT INTO memory_vector (memory_key, org_id, scope_id, said_at, embedding, marks)
SELECT moved.memory_key, moved.org_id, moved.scope_id, back.said_at, moved.embedding,
       memory_marks(coalesce(w.tokens, '{}'), back.layer, back.source_path)
FROM moved JOIN back ON back.key = moved.memory_key LEFT JOIN memory_words AS w ON w.memory_key = moved.memory_key
