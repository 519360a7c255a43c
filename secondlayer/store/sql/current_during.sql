-- Purpose: the spans in which a memory was current, oldest first.
-- Parameters: org, id. Columns: from, until (null: still).
SELECT lower(span), upper(span)
FROM memory AS m CROSS JOIN LATERAL unnest(m.current_during) AS span
WHERE m.org_id = %(org)s AND m.id = %(id)s
ORDER BY 1
