-- Purpose: the record of the migrations this database has had.
-- Parameters: none. Columns: none.
CREATE TABLE IF NOT EXISTS schema_migration (
    number      int PRIMARY KEY,
    name        text NOT NULL,
    checksum    text NOT NULL,
    applied_at  timestamptz NOT NULL DEFAULT now()
)
