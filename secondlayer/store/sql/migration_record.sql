-- Purpose: records a migration, in the transaction that applied it.
-- Parameters: number, name, checksum. Columns: none.
INSERT INTO schema_migration (number, name, checksum) VALUES (%(number)s, %(name)s, %(checksum)s)
