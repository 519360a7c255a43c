-- Purpose: one page of the organisation's memories by when they were last said, and how many there are in all.
-- Parameters: org; words (text array: each must occur in the text, its subject, path, author or id, in any case), scope,
--             layer, origin, since and before (last said not earlier, or earlier), each or null; undated (whether only what
--             has no date), retired (whether retired ones too), oldest (whether the oldest come first), after (the id of the
--             last one of the page before; empty, or unknown, to begin), page.
-- Columns: found (how many match), passed (how many of those come before this page), those of memory_record; what has no
--          date comes last. One row with nulls after the counts when the page is empty.
WITH dated AS NOT MATERIALIZED (
    SELECT m.key, m.id, greatest(CASE WHEN m.dated THEN m.written_at END, m.confirmed_at) AS said,
           m.scope_id, m.layer, m.origin, m.retired_at,
           lower(concat_ws(' ', m.text, m.subject, m.source_path, m.source_heading, m.author, m.id)) AS words
    FROM memory AS m
    WHERE m.org_id = %(org)s
), turned AS NOT MATERIALIZED (
    SELECT *, coalesce(
        CASE WHEN %(oldest)s THEN extract(epoch FROM said)::float8 ELSE -extract(epoch FROM said)::float8 END, 'Infinity'
    ) AS turn
    FROM dated
), matching AS MATERIALIZED (
    SELECT key, id, turn FROM turned
    WHERE (%(scope)s::text IS NULL OR scope_id = (SELECT s.id FROM scope AS s WHERE s.org_id = %(org)s AND s.name = %(scope)s::text))
      AND (%(layer)s::text IS NULL OR layer = %(layer)s::text)
      AND (%(origin)s::text IS NULL OR origin = %(origin)s::text)
      AND (%(since)s::timestamptz IS NULL OR said >= %(since)s::timestamptz)
      AND (%(before)s::timestamptz IS NULL OR said < %(before)s::timestamptz)
      AND (NOT %(undated)s OR said IS NULL)
      AND (%(retired)s OR retired_at IS NULL)
      AND NOT EXISTS (SELECT FROM unnest(%(words)s::text[]) AS given (word) WHERE strpos(words, lower(given.word)) = 0)
), last AS MATERIALIZED (
    SELECT turn, id FROM turned WHERE id = %(after)s
), paged AS (
    SELECT matching.key, matching.turn, matching.id
    FROM matching LEFT JOIN last ON true
    WHERE last.id IS NULL OR (matching.turn, matching.id) > (last.turn, last.id)
    ORDER BY matching.turn, matching.id
    LIMIT %(page)s
)
SELECT counted.found, counted.passed, r.*
FROM (
    SELECT count(*) AS found, count(*) FILTER (WHERE (matching.turn, matching.id) <= (last.turn, last.id)) AS passed
    FROM matching LEFT JOIN last ON true
) AS counted
LEFT JOIN (paged JOIN memory_record AS r ON r.org_id = %(org)s AND r.key = paged.key) ON true
ORDER BY paged.turn, paged.id
