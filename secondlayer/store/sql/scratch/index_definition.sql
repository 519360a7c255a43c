-- Purpose: how the store's index on vectors is made, so that it can be taken away and made again as it was.
-- Parameters: none. Columns: statement; for every part, where the server's own wording leaves the parts out.
SELECT replace(pg_get_indexdef('memory_vector_hnsw'::regclass), ' ON ONLY ', ' ON ')
