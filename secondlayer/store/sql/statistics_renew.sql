-- Purpose: renews the planner's picture now: until autovacuum does, reads would join row by row.
-- Parameters: none. Columns: none.
ANALYZE (SKIP_LOCKED) scope, memory, memory_vector, memory_words
