-- Purpose: a database of one benchmark's own.
-- Parameters: {name}, put in as an identifier. Columns: none.
CREATE DATABASE {name}
