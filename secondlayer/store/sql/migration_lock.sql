-- Purpose: one process migrates at a time; the lock goes with its transaction.
-- Parameters: none. The number is "second" in ASCII. Columns: none of use.
SELECT pg_advisory_xact_lock(126879297138276)
