-- Purpose: takes a benchmark's database away, whoever is still connected to it.
-- Parameters: {name}, put in as an identifier. Columns: none.
DROP DATABASE IF EXISTS {name} WITH (FORCE)
