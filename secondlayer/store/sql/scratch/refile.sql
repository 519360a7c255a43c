-- Purpose: files a memory, its vector and its words under another scope, which is there already.
-- Parameters: org (name), id, scope. Columns: none.
WITH target AS (
    SELECT s.org_id, s.id FROM scope AS s JOIN organisation AS o ON o.id = s.org_id
    WHERE o.name = %(org)s AND s.name = %(scope)s
), filed AS (
    UPDATE memory AS m SET scope_id = target.id FROM target
    WHERE m.org_id = target.org_id AND m.id = %(id)s
    RETURNING m.key, m.scope_id
), near AS (
    UPDATE memory_vector AS v SET scope_id = filed.scope_id FROM filed WHERE v.memory_key = filed.key
)
UPDATE memory_words AS w SET scope_id = filed.scope_id FROM filed WHERE w.memory_key = filed.key
