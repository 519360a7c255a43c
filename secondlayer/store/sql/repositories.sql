-- Purpose: the repositories the organisation has been heard to name: every scope but org and the teams.
-- Parameters: org.
-- Columns: name, sensitive, alias; by name.
SELECT name, sensitive, alias FROM scope
WHERE org_id = %(org)s AND name <> 'org' AND NOT starts_with(name, 'team:')
ORDER BY name
