-- Purpose: builds the index on vectors, in every part; writes wait for it, reads do not.
-- Parameters: none. Columns: none.
CREATE INDEX memory_vector_hnsw ON memory_vector USING hnsw (embedding vector_cosine_ops) WITH (m = 16, ef_construction = 64)
