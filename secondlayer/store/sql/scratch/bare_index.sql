-- Purpose: the bare table's index on vectors.
-- Parameters: none. Columns: none.
CREATE INDEX bare_hnsw ON bare USING hnsw (embedding vector_cosine_ops)
