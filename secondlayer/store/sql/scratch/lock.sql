-- Purpose: marks a scratch place as in use for as long as this session lasts.
-- Parameters: name. Columns: none of use.
SELECT pg_advisory_lock(hashtext(%(name)s))
