-- Purpose: the keys of the organisation, oldest first, without their hashes.
-- Parameters: org.
-- Columns: fingerprint, org, actor, actor_kind, seniority, on_behalf_of, rights, repositories, made_at, made_by, expires_at, revoked_at.
SELECT k.fingerprint, o.name, k.actor, k.actor_kind, k.seniority, k.on_behalf_of, k.rights, k.repositories, k.made_at, k.made_by,
       k.expires_at, k.revoked_at
FROM api_key AS k JOIN organisation AS o ON o.id = k.org_id
WHERE k.org_id = %(org)s
ORDER BY k.made_at, k.fingerprint
