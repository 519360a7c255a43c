-- Purpose: what the upkeep of the index on vectors goes by; the table is shared by all organisations.
-- Parameters: none.
-- Columns: rows (as the server has counted them, or else as of the last statistics, or else counted now), dead (deleted and not yet vacuumed), width of a
--          vector, whether the index exists, whether it is valid, maintenance_work_mem in bytes.
SELECT CASE WHEN pg_stat_get_live_tuples(c.oid) > 0 THEN pg_stat_get_live_tuples(c.oid)
            WHEN c.reltuples >= 1 THEN c.reltuples::bigint
            ELSE (SELECT count(*) FROM memory_vector) END,
       coalesce(pg_stat_get_dead_tuples(c.oid), 0),
       (SELECT atttypmod FROM pg_attribute WHERE attrelid = c.oid AND attname = 'embedding'),
       to_regclass('memory_vector_hnsw') IS NOT NULL,
       coalesce((SELECT indisvalid AND indisready FROM pg_index WHERE indexrelid = to_regclass('memory_vector_hnsw')), false),
       pg_size_bytes(current_setting('maintenance_work_mem'))
FROM pg_class AS c WHERE c.oid = 'memory_vector'::regclass
