-- Purpose: the key of that fingerprint, whichever organisation it is of, with its hash.
-- Parameters: fingerprint. Columns: hash, then those of keys.sql.
SELECT k.hash, k.fingerprint, o.name, k.actor, k.actor_kind, k.seniority, k.on_behalf_of, k.rights, k.repositories, k.made_at,
       k.made_by, k.expires_at, k.revoked_at
FROM api_key AS k JOIN organisation AS o ON o.id = k.org_id
WHERE k.fingerprint = %(fingerprint)s
