-- Purpose: the key of an event to come, so that what it does can name it.
-- Parameters: none. Columns: key.
SELECT nextval(pg_get_serial_sequence('event', 'key'))
