-- Purpose: a schema of one experiment's own.
-- Parameters: {name}, put in as an identifier. Columns: none.
CREATE SCHEMA {name}
