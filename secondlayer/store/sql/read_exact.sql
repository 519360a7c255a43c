-- Purpose: the nearest memories of those scopes, by comparing every one; the index on vectors is never used.
-- Parameters: org, scopes (int array), vector, limit.
-- Columns: cosine, matched (how many were compared), those of memory_record; nearest first, then by id.
WITH compared AS MATERIALIZED (
    SELECT memory_key, embedding <=> %(vector)b AS distance
    FROM memory_vector
    WHERE org_id = %(org)s AND scope_id = ANY(%(scopes)s::int[])
), best AS MATERIALIZED (
    SELECT memory_key, distance FROM compared ORDER BY distance FETCH FIRST (%(limit)s) ROWS WITH TIES
)
SELECT 1 - best.distance, (SELECT count(*) FROM compared), r.*
FROM best JOIN memory_record AS r ON r.org_id = %(org)s AND r.key = best.memory_key
ORDER BY best.distance, r.id
LIMIT %(limit)s
