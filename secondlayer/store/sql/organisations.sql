-- Purpose: every organisation of this database, to find the one a call is about.
-- Parameters: none used.
-- Columns: name, current memories; by name.
SELECT o.name, count(m.key)
FROM organisation AS o
LEFT JOIN memory AS m ON m.org_id = o.id AND m.retired_at IS NULL
GROUP BY o.name
ORDER BY o.name
