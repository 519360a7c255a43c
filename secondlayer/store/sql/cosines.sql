-- Purpose: the similarity of several memories, current or retired, to a vector.
-- Parameters: org, ids (text array), vector.
-- Columns: id, cosine; no row for one that is unknown or has no vector.
SELECT m.id, 1 - (v.embedding <=> %(vector)b)
FROM memory AS m
JOIN (
    SELECT org_id, memory_key, embedding FROM memory_vector
    UNION ALL
    SELECT org_id, memory_key, embedding FROM memory_vector_archive
) AS v ON v.org_id = m.org_id AND v.memory_key = m.key
WHERE m.org_id = %(org)s AND m.id = ANY(%(ids)s::text[])
