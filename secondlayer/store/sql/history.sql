-- Purpose: every event a memory has part in, oldest first.
-- Parameters: org, id.
-- Columns: key, at, act, actor, actor_kind, seniority, on_behalf_of, fingerprint, claimed_model, reason, memory_ids, memories, details.
SELECT e.key, e.at, e.act, e.actor, e.actor_kind, e.seniority, e.on_behalf_of, e.fingerprint, e.claimed_model, e.reason,
       e.memory_ids, e.memories, e.details
FROM event AS e
WHERE e.org_id = %(org)s
  AND (e.memory_ids @> ARRAY[%(id)s::text]
       OR e.key = (SELECT m.born_event FROM memory AS m WHERE m.org_id = %(org)s AND m.id = %(id)s))
ORDER BY e.key
