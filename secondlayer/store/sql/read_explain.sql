-- Purpose: the plan of a read's statement, which is not run.
-- Parameters: {query}, put in as it stands, and its own. Columns: the plan, a line a row.
EXPLAIN (FORMAT TEXT) {query}
