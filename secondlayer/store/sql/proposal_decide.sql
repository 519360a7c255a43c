-- Purpose: an open proposal is decided.
-- Parameters: org, id (of the memory it would become), state, event. Columns: memory (jsonb).
UPDATE proposal SET state = %(state)s, decided = %(event)s
WHERE org_id = %(org)s AND memory_id = %(id)s AND state = 'open'
RETURNING memory
