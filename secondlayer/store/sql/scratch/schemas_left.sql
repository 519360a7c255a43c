-- Purpose: scratch schemas whose session is gone, as after a kill; each stays locked for this transaction.
-- Parameters: pattern. Columns: name.
SELECT nspname FROM pg_namespace
WHERE nspname LIKE %(pattern)s AND pg_try_advisory_xact_lock(hashtext(nspname))
