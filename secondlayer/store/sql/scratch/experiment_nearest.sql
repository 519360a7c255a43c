-- Purpose: the read of paper 001 §2: the nearest memories in one scope.
-- Parameters: scope, vector, limit. Columns: id, nearest first as the plan gives them.
SELECT id FROM memories
WHERE scope = %(scope)s
ORDER BY embedding <=> %(vector)b
LIMIT %(limit)s
