-- Purpose: the scopes of a read by equality of their whole names, and how many current memories they hold.
-- Parameters: org, scopes (text array).
-- Columns: ids (int array), in_scope.
WITH wanted AS MATERIALIZED (
    SELECT id FROM scope WHERE org_id = %(org)s AND name = ANY(%(scopes)s::text[])
)
SELECT (SELECT coalesce(array_agg(id), '{}') FROM wanted),
       (SELECT count(*) FROM memory_vector
        WHERE org_id = %(org)s AND scope_id IN (SELECT id FROM wanted))
