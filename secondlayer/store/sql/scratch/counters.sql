-- Purpose: how often this transaction has walked that index so far.
-- Parameters: index. Columns: scans; null when there is no such index or the server does not count.
SELECT CASE WHEN current_setting('track_counts')::boolean THEN pg_stat_get_xact_numscans(to_regclass(%(index)s)::oid) END
