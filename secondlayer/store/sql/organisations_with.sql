-- Purpose: the organisations that know a scope, to find the one a call is about.
-- Parameters: scope.
-- Columns: name; by name.
SELECT o.name
FROM organisation AS o JOIN scope AS s ON s.org_id = o.id
WHERE s.name = %(scope)s
ORDER BY o.name
