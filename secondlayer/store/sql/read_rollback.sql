-- Purpose: ends a read that failed; its settings go with it.
-- Parameters: none. Columns: none.
ROLLBACK
