-- Purpose: who filed memories: the actor of the event each was born in, or of the proposal that event accepted.
-- Parameters: org, ids (text array).
-- Columns: id of the memory, then those of history.sql for that event; no row for one from before acts were recorded.
SELECT m.id, e.key, e.at, e.act, e.actor, e.actor_kind, e.seniority, e.on_behalf_of, e.fingerprint, e.claimed_model, e.reason,
       e.memory_ids, e.memories, e.details
FROM memory AS m
JOIN event AS b ON b.org_id = m.org_id AND b.key = m.born_event
LEFT JOIN LATERAL (
    SELECT max(p.key) AS key FROM event AS p
    WHERE b.act = 'accept' AND p.org_id = m.org_id AND p.act = 'propose' AND p.memory_ids @> ARRAY[m.id::text]
) AS proposed ON true
JOIN event AS e ON e.org_id = m.org_id AND e.key = coalesce(proposed.key, b.key)
WHERE m.org_id = %(org)s AND m.id = ANY(%(ids)s::text[])
