-- Purpose: the similarity of one memory, current or retired, to a vector.
-- Parameters: org, id, vector.
-- Columns: cosine; no row when the memory is unknown or has no vector.
SELECT 1 - (v.embedding <=> %(vector)b)
FROM memory AS m
JOIN (
    SELECT org_id, memory_key, embedding FROM memory_vector
    UNION ALL
    SELECT org_id, memory_key, embedding FROM memory_vector_archive
) AS v ON v.org_id = m.org_id AND v.memory_key = m.key
WHERE m.org_id = %(org)s AND m.id = %(id)s
