-- Purpose: the plan of a statement, which is not run.
-- Parameters: {query}, and its own. Columns: the plan as JSON.
EXPLAIN (COSTS OFF, FORMAT JSON) {query}
