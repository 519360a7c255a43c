-- Purpose: makes room for another build: each is a slightly different graph.
-- Parameters: none. Columns: none.
DROP INDEX IF EXISTS memories_hnsw
