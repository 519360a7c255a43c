-- Purpose: how the store's index on vectors is made, so that it can be taken away and made again as it was.
-- Parameters: none. Columns: statement.
SELECT pg_get_indexdef('memory_vector_hnsw'::regclass)
