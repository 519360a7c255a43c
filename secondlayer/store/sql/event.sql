-- Purpose: one event by its key.
-- Parameters: org, key. Columns: as history.sql.
SELECT e.key, e.at, e.act, e.actor, e.actor_kind, e.seniority, e.on_behalf_of, e.fingerprint, e.claimed_model, e.reason,
       e.memory_ids, e.memories, e.details
FROM event AS e
WHERE e.org_id = %(org)s AND e.key = %(key)s
