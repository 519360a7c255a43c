-- Purpose: frees deleted rows and renews the statistics and the map of pages that are all visible.
-- Parameters: none; outside any transaction. Columns: none.
VACUUM (ANALYZE) memory_vector, memory, memory_words
