-- Purpose: whether a walk of the index for a stored vector comes to it, or to one equal to it.
-- Parameters: org, vector.
-- Columns: boolean.
SELECT EXISTS (
    SELECT FROM (
        SELECT embedding <=> %(vector)b AS distance FROM memory_vector
        WHERE org_id = %(org)s ORDER BY embedding <=> %(vector)b LIMIT 10
    ) AS walked WHERE walked.distance < 0.000001
)
