-- Purpose: the nearest memories of those scopes, as far as a walk of the index comes to them.
-- Parameters: org, scopes (int array), vector, walk (how many in scope end the walk), limit (how many of those to return).
-- Columns: cosine, matched (how many in scope the walk came to), those of memory_record; nearest first, then by id.
WITH walked AS MATERIALIZED (
    SELECT memory_key, embedding <=> %(vector)b AS distance
    FROM memory_vector
    WHERE org_id = %(org)s AND scope_id = ANY(%(scopes)s::int[])
    ORDER BY embedding <=> %(vector)b
    LIMIT %(walk)s
)
SELECT 1 - walked.distance, (SELECT count(*) FROM walked), r.*
FROM walked JOIN memory_record AS r ON r.org_id = %(org)s AND r.key = walked.memory_key
-- a relaxed walk comes out nearly sorted, and the planner believes it is: + 0 makes it sort
ORDER BY walked.distance + 0, r.id
LIMIT %(limit)s
