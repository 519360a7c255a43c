-- Purpose: a key is made.
-- Parameters: org and the columns by name. Columns: none.
INSERT INTO api_key (
    fingerprint, org_id, hash, actor, actor_kind, seniority, on_behalf_of, rights, repositories, made_by, expires_at
)
VALUES (
    %(fingerprint)s, %(org)s, %(hash)s, %(actor)s, %(actor_kind)s, %(seniority)s, %(on_behalf_of)s, %(rights)s, %(repositories)s,
    %(made_by)s, %(expires_at)s
)
