-- Purpose: the same question put to the index.
-- Parameters: org, scopes (int array), vector, limit. Columns: id, text, distance.
SELECT m.id, m.text, b.distance
FROM (
    SELECT memory_key, embedding <=> %(vector)b AS distance FROM memory_vector
    WHERE org_id = %(org)s AND scope_id = ANY(%(scopes)s::int[])
    ORDER BY embedding <=> %(vector)b
    LIMIT %(limit)s
) AS b JOIN memory AS m ON m.key = b.memory_key
ORDER BY b.distance + 0
