-- Purpose: the migrations this database has had.
-- Parameters: none.
-- Columns: number, name, checksum; by number.
SELECT number, name, checksum FROM schema_migration ORDER BY number
