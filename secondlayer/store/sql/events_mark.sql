-- Purpose: whether anything was recorded since: two marks are equal only when nothing was.
-- Parameters: org.
-- Columns: how many events there are, the key of the latest (0 without any).
SELECT count(*), coalesce(max(key), 0) FROM event WHERE org_id = %(org)s
