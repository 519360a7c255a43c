-- Purpose: how many current memories of those scopes are strictly nearer to a vector than a given similarity.
-- Parameters: org, scopes (text array), vector, cosine.
-- Columns: count.
SELECT count(*)
FROM memory_vector
WHERE org_id = %(org)s
  AND scope_id IN (SELECT id FROM scope WHERE org_id = %(org)s AND name = ANY(%(scopes)s::text[]))
  AND 1 - (embedding <=> %(vector)b) > %(cosine)s
