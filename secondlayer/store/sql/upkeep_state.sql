-- Purpose: what the upkeep of the indexes on vectors goes by; all organisations share them.
-- Parameters: none.
-- Columns: rows (as the server has counted them, or else as of the last statistics), those of the largest part; of the part
--          with most dead entries (deleted and not yet vacuumed) its number, rows and dead; width of a vector, whether there
--          is an index, whether it is valid in every part, maintenance_work_mem in bytes.
WITH part AS (
    SELECT substring(c.relname FROM '\d+$')::int AS number,
           greatest(pg_stat_get_live_tuples(c.oid), CASE WHEN pg_stat_get_live_tuples(c.oid) = 0 THEN c.reltuples END, 0)::bigint
               AS held,
           coalesce(pg_stat_get_dead_tuples(c.oid), 0)::bigint AS dead
    FROM pg_partition_tree('memory_vector') AS t JOIN pg_class AS c ON c.oid = t.relid
    WHERE t.isleaf
), worst AS (
    SELECT number, held, dead FROM part ORDER BY dead DESC, number LIMIT 1
)
SELECT sum(part.held)::bigint, max(part.held), worst.number, worst.held, worst.dead,
       (SELECT atttypmod FROM pg_attribute WHERE attrelid = 'memory_vector'::regclass AND attname = 'embedding'),
       to_regclass('memory_vector_hnsw') IS NOT NULL,
       coalesce((SELECT bool_and(i.indisvalid AND i.indisready)
                 FROM pg_partition_tree(to_regclass('memory_vector_hnsw')) AS t JOIN pg_index AS i ON i.indexrelid = t.relid), false),
       pg_size_bytes(current_setting('maintenance_work_mem'))
FROM part CROSS JOIN worst
GROUP BY worst.number, worst.held, worst.dead
