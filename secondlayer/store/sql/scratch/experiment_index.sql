-- Purpose: the index of paper 001 §2, by a name its counters are found under.
-- Parameters: none. Columns: none.
CREATE INDEX memories_hnsw ON memories USING hnsw (embedding vector_cosine_ops)
