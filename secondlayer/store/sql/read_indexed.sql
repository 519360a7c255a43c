-- Purpose: how many rows a walk of the whole index could come to, at the moment of the read.
-- Parameters: none: the index is shared by all organisations, and the number is compared, never shown.
-- Columns: count.
SELECT count(*) FROM memory_vector
