-- Purpose: the nearest memories as somebody would ask for them in one line, all compared: + 0 keeps the index out.
-- Parameters: org, scopes (int array), vector, limit. Columns: id, text, distance.
SELECT m.id, m.text, b.distance
FROM (
    SELECT memory_key, embedding <=> %(vector)b AS distance FROM memory_vector
    WHERE org_id = %(org)s AND scope_id = ANY(%(scopes)s::int[])
    ORDER BY (embedding <=> %(vector)b) + 0
    LIMIT %(limit)s
) AS b JOIN memory AS m ON m.key = b.memory_key
ORDER BY b.distance
