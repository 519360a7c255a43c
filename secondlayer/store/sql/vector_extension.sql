-- Purpose: pgvector in this database; needs the right to create it only when it is missing.
-- Parameters: none. Columns: none.
CREATE EXTENSION IF NOT EXISTS vector
