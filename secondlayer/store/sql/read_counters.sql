-- Purpose: what this transaction has done with the index on the organisation's part of the vectors so far; nothing, when
--          there is no index.
-- Parameters: part.
-- Columns: scans, returned (entries handed out), fetched (of those, rows visible), counted (whether the server counts at all).
SELECT coalesce(pg_stat_get_xact_numscans(i.oid), 0),
       coalesce(pg_stat_get_xact_tuples_returned(i.oid), 0),
       coalesce(pg_stat_get_xact_tuples_fetched(i.oid), 0),
       current_setting('track_counts')::boolean
FROM (SELECT to_regclass('memory_vector_' || %(part)s::int || '_embedding_idx')::oid AS oid) AS i
