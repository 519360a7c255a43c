-- Purpose: opens a read: what it counts and what it fetches come from one moment.
-- Parameters: none. Columns: none.
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY
