-- Purpose: records an act, in the transaction of its effect.
-- Parameters: org and the columns by name; key may be null. Columns: key.
INSERT INTO event (
    key, org_id, act, actor, actor_kind, seniority, on_behalf_of, fingerprint, claimed_model, reason, memory_ids, memories, details
)
VALUES (
    coalesce(%(key)s::bigint, nextval(pg_get_serial_sequence('event', 'key'))), %(org)s, %(act)s, %(actor)s, %(actor_kind)s,
    %(seniority)s, %(on_behalf_of)s, %(fingerprint)s, %(claimed_model)s, %(reason)s, %(ids)s, %(memories)s, %(details)s
)
RETURNING key
