-- Purpose: what the upkeep of the indexes on vectors goes by; all organisations share them.
-- Parameters: none.
-- Columns: rows (as the server has counted them, or else as of the last statistics), those of the largest part, dead (deleted
--          and not yet vacuumed), those of the part with most, width of a vector, whether there is an index, whether it is
--          valid in every part, maintenance_work_mem in bytes.
WITH part AS (
    SELECT greatest(pg_stat_get_live_tuples(c.oid), CASE WHEN pg_stat_get_live_tuples(c.oid) = 0 THEN c.reltuples END, 0)::bigint
               AS held,
           coalesce(pg_stat_get_dead_tuples(c.oid), 0)::bigint AS dead
    FROM pg_partition_tree('memory_vector') AS t JOIN pg_class AS c ON c.oid = t.relid
    WHERE t.isleaf
)
SELECT sum(held)::bigint, max(held), sum(dead)::bigint, max(dead),
       (SELECT atttypmod FROM pg_attribute WHERE attrelid = 'memory_vector'::regclass AND attname = 'embedding'),
       to_regclass('memory_vector_hnsw') IS NOT NULL,
       coalesce((SELECT bool_and(i.indisvalid AND i.indisready)
                 FROM pg_partition_tree(to_regclass('memory_vector_hnsw')) AS t JOIN pg_index AS i ON i.indexrelid = t.relid), false),
       pg_size_bytes(current_setting('maintenance_work_mem'))
FROM part
