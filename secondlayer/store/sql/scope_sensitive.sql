-- Purpose: marks a repository sensitive or not, whether or not it has memories yet.
-- Parameters: org, name, sensitive. Columns: none.
INSERT INTO scope (org_id, name, sensitive) VALUES (%(org)s, %(name)s, %(sensitive)s)
ON CONFLICT (org_id, name) DO UPDATE SET sensitive = excluded.sensitive
