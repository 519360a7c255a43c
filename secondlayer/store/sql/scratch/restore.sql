-- Purpose: a retired memory is current again, its vector back among those that are read.
-- Parameters: org (name), id. Columns: none.
WITH back AS (
    UPDATE memory AS m SET retired_at = NULL, retired_by = '', retired_reason = ''
    FROM organisation AS o
    WHERE o.name = %(org)s AND m.org_id = o.id AND m.id = %(id)s
    RETURNING m.key
), moved AS (
    DELETE FROM memory_vector_archive AS v USING back WHERE v.memory_key = back.key
    RETURNING v.memory_key, v.org_id, v.scope_id, v.embedding
)
INSERT INTO memory_vector (memory_key, org_id, scope_id, embedding) SELECT * FROM moved
