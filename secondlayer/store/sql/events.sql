-- Purpose: the latest events of the organisation, latest first.
-- Parameters: org; act, fingerprint, before (a key), each or null; limit.
-- Columns: as history.sql.
SELECT e.key, e.at, e.act, e.actor, e.actor_kind, e.seniority, e.on_behalf_of, e.fingerprint, e.claimed_model, e.reason,
       e.memory_ids, e.memories, e.details
FROM event AS e
WHERE e.org_id = %(org)s
  AND (%(act)s::text IS NULL OR e.act = %(act)s)
  AND (%(fingerprint)s::text IS NULL OR e.fingerprint = %(fingerprint)s)
  AND (%(before)s::bigint IS NULL OR e.key < %(before)s)
ORDER BY e.key DESC
LIMIT %(limit)s
