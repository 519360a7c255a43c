-- Purpose: how many current memories each scope of the organisation holds.
-- Parameters: org.
-- Columns: name, current; by name, scopes without any included.
SELECT s.name, count(m.key)
FROM scope AS s
LEFT JOIN memory AS m ON m.org_id = s.org_id AND m.scope_id = s.id AND m.retired_at IS NULL
WHERE s.org_id = %(org)s
GROUP BY s.name
ORDER BY s.name
