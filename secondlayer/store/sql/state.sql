-- Purpose: figures of which at least one changes whenever the organisation's memories do.
-- Parameters: org.
-- Columns: memories, retired, last stored, last confirmed, last retired; times are null when there is none.
SELECT count(*), count(retired_at), max(stored_at), max(confirmed_at), max(retired_at) FROM memory WHERE org_id = %(org)s
