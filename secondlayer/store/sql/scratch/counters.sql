-- Purpose: how often this transaction has walked that index so far, its parts included.
-- Parameters: index. Columns: scans; null when there is no such index or the server does not count.
SELECT CASE WHEN current_setting('track_counts')::boolean THEN sum(pg_stat_get_xact_numscans(part.oid))::bigint END
FROM (
    SELECT to_regclass(%(index)s)::oid AS oid
    UNION
    SELECT relid::oid FROM pg_partition_tree(to_regclass(%(index)s))
) AS part
WHERE part.oid IS NOT NULL
