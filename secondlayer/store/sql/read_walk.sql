-- Purpose: the nearest memories of those scopes, as far as a walk of the index comes to them.
-- Parameters: org, scopes (int array), vector, walk (how many in scope end the walk).
-- Columns: memory_key, scope_id, said_at, marks, distance; nearly in order of distance.
SELECT memory_key, scope_id, said_at, marks, embedding <=> %(vector)b AS distance
FROM memory_vector
WHERE org_id = %(org)s AND scope_id = ANY(%(scopes)s::int[])
ORDER BY embedding <=> %(vector)b
LIMIT %(walk)s
