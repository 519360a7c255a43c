-- Purpose: the planner's picture of the experiment's table.
-- Parameters: none. Columns: none.
ANALYZE memories
