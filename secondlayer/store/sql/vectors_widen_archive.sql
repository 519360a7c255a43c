-- Purpose: gives the empty archive the same width as vectors_widen.sql.
-- Parameters: {width}, put in as a literal: a type takes no parameters. Columns: none.
ALTER TABLE memory_vector_archive ALTER COLUMN embedding TYPE vector({width})
