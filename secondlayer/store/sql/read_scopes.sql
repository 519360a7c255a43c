-- Purpose: the scopes of a read by equality of their whole names, how many current memories they hold, and what this
--          transaction has done with the index on the organisation's part of the vectors before (read_counters).
-- Parameters: org, part, scopes (text array).
-- Columns: names and ids (two arrays side by side), in_scope, in_part (about how many vectors the index of the organisation's
--          part is over), scans, returned, fetched, counted.
WITH wanted AS MATERIALIZED (
    SELECT id, name FROM scope WHERE org_id = %(org)s AND name = ANY(%(scopes)s::text[])
)
SELECT (SELECT coalesce(array_agg(name ORDER BY id), '{}') FROM wanted),
       (SELECT coalesce(array_agg(id ORDER BY id), '{}') FROM wanted),
       (SELECT count(*) FROM memory_vector
        WHERE org_id = %(org)s AND scope_id = ANY(ARRAY(SELECT id FROM wanted))),
       (SELECT greatest(reltuples, 0)::bigint FROM pg_class WHERE oid = to_regclass('memory_vector_' || %(part)s::int)),
       coalesce(pg_stat_get_xact_numscans(i.oid), 0),
       coalesce(pg_stat_get_xact_tuples_returned(i.oid), 0),
       coalesce(pg_stat_get_xact_tuples_fetched(i.oid), 0),
       current_setting('track_counts')::boolean
FROM (SELECT to_regclass('memory_vector_' || %(part)s::int || '_embedding_idx')::oid AS oid) AS i
