-- Purpose: what the database takes on disk, and its index on vectors.
-- Parameters: none. Columns: bytes of the database, bytes of the index.
SELECT pg_database_size(current_database()), pg_relation_size('memory_vector_hnsw')
