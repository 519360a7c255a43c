-- Purpose: scratch databases whose session is gone, as after a kill; each stays locked for this session.
-- Parameters: pattern. Columns: name.
SELECT datname FROM pg_database
WHERE datname LIKE %(pattern)s AND pg_try_advisory_lock(hashtext(datname))
