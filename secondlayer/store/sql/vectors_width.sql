-- Purpose: the width of the vector column, and whether any organisation has stored a vector.
-- Parameters: none; the column is shared by all organisations.
-- Columns: width, used.
SELECT atttypmod, EXISTS (SELECT FROM memory_vector) OR EXISTS (SELECT FROM memory_vector_archive)
FROM pg_attribute
WHERE attrelid = 'memory_vector'::regclass AND attname = 'embedding'
