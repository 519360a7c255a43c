-- Purpose: statistics, visibility and dead rows in order, so that no autovacuum runs under a measurement.
-- Parameters: none. Columns: none.
VACUUM (ANALYZE) scope, memory, memory_vector, memory_words
