-- Purpose: frees deleted rows and renews the statistics and the map of pages that are all visible.
-- Parameters: {vectors}, the table of vectors or one part of it, put in as a name; outside any transaction. Columns: none.
VACUUM (ANALYZE) {vectors}, memory, memory_words
