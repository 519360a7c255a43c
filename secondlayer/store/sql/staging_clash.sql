-- Purpose: an id given that is already another memory's, in the store or twice among those given.
-- Parameters: org.
-- Columns: id, scope, text of that other memory; one row at most.
SELECT taken.id, taken.scope, taken.text
FROM staging AS s
JOIN (
    SELECT r.id, r.scope, r.text, r.content_hash FROM memory_record AS r WHERE r.org_id = %(org)s
    UNION ALL
    SELECT id, scope, text, content_hash FROM staging
) AS taken ON taken.id = s.id AND (taken.scope, taken.content_hash) IS DISTINCT FROM (s.scope, s.content_hash)
ORDER BY s.ordinal
LIMIT 1
