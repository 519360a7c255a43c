-- Purpose: which of these sentences are not in their scope yet, retired ones counting as stored.
-- Parameters: org; scopes (text array) and hashes (bytea array), one of each a sentence.
-- Columns: ordinal of the sentence, from 1; in order.
SELECT given.ordinal
FROM unnest(%(scopes)s::text[], %(hashes)s::bytea[]) WITH ORDINALITY AS given (scope, hash, ordinal)
WHERE NOT EXISTS (
    SELECT FROM memory AS m JOIN scope AS s ON s.org_id = m.org_id AND s.id = m.scope_id
    WHERE m.org_id = %(org)s AND m.content_hash = given.hash AND s.name = given.scope
)
ORDER BY given.ordinal
