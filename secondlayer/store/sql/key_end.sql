-- Purpose: a key ends: at once when it is revoked, at a time when it is rotated.
-- Parameters: org, fingerprint, expires_at (or null), revoked (boolean), by. Columns: fingerprint.
UPDATE api_key SET
    expires_at = CASE WHEN %(expires_at)s::timestamptz IS NULL THEN expires_at ELSE least(expires_at, %(expires_at)s) END,
    revoked_at = CASE WHEN %(revoked)s THEN now() ELSE revoked_at END,
    revoked_by = CASE WHEN %(revoked)s THEN %(by)s ELSE revoked_by END
WHERE org_id = %(org)s AND fingerprint = %(fingerprint)s AND revoked_at IS NULL
RETURNING fingerprint
