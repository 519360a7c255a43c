-- Purpose: gives the empty vector column another width; its index is built anew.
-- Parameters: {width}, put in as a literal: a type takes no parameters. Columns: none.
ALTER TABLE memory_vector ALTER COLUMN embedding TYPE vector({width})
