-- Purpose: whether this database has ever been migrated.
-- Parameters: none.
-- Columns: boolean.
SELECT to_regclass('schema_migration') IS NOT NULL
