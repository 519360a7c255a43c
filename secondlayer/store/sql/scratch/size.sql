-- Purpose: what the database takes on disk, and its index on vectors, all parts of it.
-- Parameters: none. Columns: bytes of the database, bytes of the index.
SELECT pg_database_size(current_database()),
       (SELECT sum(pg_relation_size(relid))::bigint FROM pg_partition_tree('memory_vector_hnsw'))
