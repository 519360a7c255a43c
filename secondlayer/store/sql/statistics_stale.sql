-- Purpose: whether the planner's picture of the tables is missing or much too small, as after a bulk load.
-- Parameters: none: the statistics are the table's, of all organisations.
-- Columns: boolean.
SELECT (SELECT count(*) FROM memory) > 1.5 * greatest(reltuples, 0) FROM pg_class WHERE oid = 'memory'::regclass
