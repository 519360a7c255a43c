-- Purpose: has this session's counts written out at the end of the statement, instead of within a second.
-- Parameters: none. Columns: none of use.
SELECT pg_stat_force_next_flush()
