-- Purpose: loads the bare table in the binary format.
-- Parameters: none. Columns: none.
COPY bare FROM STDIN (FORMAT binary)
