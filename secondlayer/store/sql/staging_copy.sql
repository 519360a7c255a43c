-- Purpose: loads the staging table in the binary format, columns in its order.
-- Parameters: none. Columns: none.
COPY staging FROM STDIN (FORMAT binary)
