-- Purpose: whether a repository still reads its bare name.
-- Parameters: org, name, alias. Columns: none.
INSERT INTO scope (org_id, name, alias) VALUES (%(org)s, %(name)s, %(alias)s)
ON CONFLICT (org_id, name) DO UPDATE SET alias = excluded.alias
