-- Purpose: what a read counts and what it fetches come from one moment.
-- Parameters: none. Columns: none.
SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY
