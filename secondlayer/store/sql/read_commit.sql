-- Purpose: ends a read; its settings go with it.
-- Parameters: none. Columns: none.
COMMIT
