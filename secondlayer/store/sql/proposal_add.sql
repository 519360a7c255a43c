-- Purpose: a memory waits for a person; nothing when the same one waits already.
-- Parameters: org, id, memory (jsonb), event. Columns: key.
INSERT INTO proposal (org_id, memory_id, memory, proposed)
VALUES (%(org)s, %(id)s, %(memory)s, %(event)s)
ON CONFLICT (org_id, memory_id) WHERE state = 'open' DO NOTHING
RETURNING key
