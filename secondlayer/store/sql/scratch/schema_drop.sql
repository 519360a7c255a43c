-- Purpose: takes an experiment's schema away with all that is in it.
-- Parameters: {name}, put in as an identifier. Columns: none.
DROP SCHEMA IF EXISTS {name} CASCADE
