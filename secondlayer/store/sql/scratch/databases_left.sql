-- Purpose: scratch databases that nobody is connected to, as after a kill; a benchmark that runs always is.
-- Parameters: pattern. Columns: name.
SELECT d.datname FROM pg_database AS d
WHERE d.datname LIKE %(pattern)s AND NOT EXISTS (SELECT FROM pg_stat_activity AS a WHERE a.datname = d.datname)
