-- Purpose: how many current memories some layers and scopes hold.
-- Parameters: org, scopes and layers (text arrays).
-- Columns: count.
SELECT count(*) FROM memory AS m
WHERE m.org_id = %(org)s AND m.retired_at IS NULL
  AND m.scope_id IN (SELECT id FROM scope WHERE org_id = %(org)s AND name = ANY(%(scopes)s::text[]))
  AND m.layer = ANY(%(layers)s::text[])
