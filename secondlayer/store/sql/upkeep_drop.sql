-- Purpose: takes the index on vectors away for a bulk load; reads compare all until it is built again.
-- Parameters: none. Columns: none.
DROP INDEX IF EXISTS memory_vector_hnsw
