-- Purpose: the memories of those ids are filed under another scope, with their vectors and words; a sentence that the scope
--          holds already stays where it is.
-- Parameters: org, before and after (scope names), ids (text array).
-- Columns: id of each that was moved.
WITH target AS (
    SELECT id FROM scope WHERE org_id = %(org)s AND name = %(after)s
), moved AS (
    UPDATE memory AS m SET scope_id = target.id
    FROM target, scope AS old
    WHERE m.org_id = %(org)s AND old.org_id = %(org)s AND old.name = %(before)s AND m.scope_id = old.id
      AND m.id = ANY(%(ids)s::text[])
      AND NOT EXISTS (
          SELECT FROM memory AS there
          WHERE there.org_id = %(org)s AND there.scope_id = target.id AND there.content_hash = m.content_hash
      )
    RETURNING m.key, m.id, m.scope_id
), vectors AS (
    UPDATE memory_vector AS v SET scope_id = moved.scope_id FROM moved WHERE v.org_id = %(org)s AND v.memory_key = moved.key
), archived AS (
    UPDATE memory_vector_archive AS v SET scope_id = moved.scope_id FROM moved WHERE v.memory_key = moved.key
), words AS (
    UPDATE memory_words AS w SET scope_id = moved.scope_id FROM moved WHERE w.memory_key = moved.key
)
SELECT id FROM moved ORDER BY id
