-- Purpose: the memory that is exactly this sentence, whitespace folded: a current one first, then in the order of the scopes.
-- Parameters: org, hash, scopes (text array, or null for all).
-- Columns: those of memory_record; one row at most.
SELECT r.* FROM memory_record AS r
WHERE r.org_id = %(org)s AND r.content_hash = %(hash)s
  AND (%(scopes)s::text[] IS NULL OR r.scope = ANY(%(scopes)s::text[]))
ORDER BY r.retired_at IS NOT NULL, array_position(%(scopes)s::text[], r.scope::text), r.id
LIMIT 1
