-- Purpose: current memories of some layers and scopes, the latest written first.
-- Parameters: org, scopes and layers (text arrays), limit (or null for all), offset.
-- Columns: those of memory_record.
SELECT r.* FROM memory_record AS r
WHERE r.org_id = %(org)s AND r.retired_at IS NULL
  AND r.scope_id IN (SELECT id FROM scope WHERE org_id = %(org)s AND name = ANY(%(scopes)s::text[]))
  AND r.layer = ANY(%(layers)s::text[])
ORDER BY r.written_at DESC, r.id
LIMIT %(limit)s::bigint OFFSET %(offset)s
