-- Purpose: rows drawn outside the server, in the binary format.
-- Parameters: none. Columns: none.
COPY memories (id, scope, embedding) FROM STDIN (FORMAT binary)
