-- Purpose: one page of the organisation's memories in the order of their ids.
-- Parameters: org, after (an id, empty to begin), scope (or null for all), retired (whether retired ones are wanted), page.
-- Columns: those of memory_record; page rows at most.
SELECT r.* FROM memory_record AS r
WHERE r.org_id = %(org)s AND r.id > %(after)s
  AND (%(scope)s::text IS NULL OR r.scope = %(scope)s::text)
  AND (%(retired)s OR r.retired_at IS NULL)
ORDER BY r.id
LIMIT %(page)s
