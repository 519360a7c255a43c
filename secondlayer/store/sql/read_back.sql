-- Purpose: the settings as they are in force.
-- Parameters: names, a text array.
-- Columns: name, value (null when the server has no such setting).
SELECT given.name, current_setting(given.name, true) FROM unnest(%(names)s::text[]) AS given (name)
