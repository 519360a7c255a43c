-- Purpose: every current memory of those scopes, compared with the vector.
-- Parameters: org, scopes (int array), vector.
-- Columns: memory_key, scope_id, said_at, marks, distance; in no order.
SELECT memory_key, scope_id, said_at, marks, embedding <=> %(vector)b AS distance
FROM memory_vector
WHERE org_id = %(org)s AND scope_id = ANY(%(scopes)s::int[])
