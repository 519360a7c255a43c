-- Purpose: the ids of one organisation and of its scopes, looked up once, outside what is measured.
-- Parameters: org (its name). Columns: organisation id, scope, scope id.
SELECT s.org_id, s.name, s.id FROM scope AS s JOIN organisation AS o ON o.id = s.org_id WHERE o.name = %(org)s
