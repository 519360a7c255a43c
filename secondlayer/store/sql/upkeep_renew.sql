-- Purpose: builds the index of one part anew beside the old one, without the entries of deleted rows; a vacuum over many of
--          them would repair the graph one by one, which takes far longer (pgvector's own advice).
-- Parameters: {index}, put in as a name; outside any transaction. Columns: none.
REINDEX INDEX CONCURRENTLY {index}
