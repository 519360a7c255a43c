-- Purpose: makes scopes known; nothing for those that are.
-- Parameters: org, names (text array, without repeats). Columns: none.
INSERT INTO scope (org_id, name)
SELECT %(org)s, name FROM unnest(%(names)s::text[]) AS n (name) ORDER BY name
ON CONFLICT (org_id, name) DO NOTHING
