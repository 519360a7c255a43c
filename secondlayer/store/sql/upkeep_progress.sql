-- Purpose: how far the index that a session builds has come.
-- Parameters: pid. Columns: blocks done, blocks in all.
SELECT blocks_done, blocks_total FROM pg_stat_progress_create_index WHERE pid = %(pid)s
