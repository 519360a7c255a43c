-- Purpose: proposals, the oldest first.
-- Parameters: org, state (or null), id (of the memory it would become, or null), limit.
-- Columns: key, memory (jsonb), state, decided (or null), then those of history.sql for the event it was proposed in.
SELECT p.key, p.memory, p.state, p.decided,
       e.key, e.at, e.act, e.actor, e.actor_kind, e.seniority, e.on_behalf_of, e.fingerprint, e.claimed_model, e.reason,
       e.memory_ids, e.memories, e.details
FROM proposal AS p JOIN event AS e ON e.key = p.proposed
WHERE p.org_id = %(org)s AND (%(state)s::text IS NULL OR p.state = %(state)s) AND (%(id)s::text IS NULL OR p.memory_id = %(id)s)
ORDER BY p.key
LIMIT %(limit)s
