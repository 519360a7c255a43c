-- Purpose: a load into a table without its index on vectors is some hundred times faster.
-- Parameters: none. Columns: none.
DROP INDEX memory_vector_hnsw
