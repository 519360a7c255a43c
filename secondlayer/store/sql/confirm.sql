-- Purpose: confirms current memories at the latest date their sentence was said, when that is later than any known.
-- Parameters: org; scopes (text array), hashes (bytea array) and said (timestamptz array), one of each a sentence.
-- Columns: id of each confirmed, and when it was confirmed before (or null).
WITH heard AS (
    SELECT s.id AS scope_id, given.hash, max(given.said) AS said
    FROM unnest(%(scopes)s::text[], %(hashes)s::bytea[], %(said)s::timestamptz[]) AS given (scope, hash, said)
    JOIN scope AS s ON s.org_id = %(org)s AND s.name = given.scope
    GROUP BY s.id, given.hash
), before AS (
    SELECT m.key, m.id, m.confirmed_at, heard.said
    FROM memory AS m JOIN heard ON m.scope_id = heard.scope_id AND m.content_hash = heard.hash
    WHERE m.org_id = %(org)s AND m.retired_at IS NULL
      AND heard.said > greatest(CASE WHEN m.dated THEN m.written_at ELSE '-infinity' END, m.confirmed_at)
    -- always in one order, so that two loads at once wait for each other
    ORDER BY m.key
    FOR UPDATE OF m
), said_again AS (
    -- recency counts from there in reads that add up scores on the server, too
    UPDATE memory_vector AS v SET said_at = before.said FROM before WHERE v.org_id = %(org)s AND v.memory_key = before.key
)
UPDATE memory AS m SET confirmed_at = before.said FROM before WHERE m.key = before.key
RETURNING m.id, before.confirmed_at
