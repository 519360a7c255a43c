-- Purpose: the best memories by score, by adding up the whole score of every one that is looked at.
-- Parameters: {looked_at}, read_all or read_walk, with their own; words (text array, each worth `word`); scopes (int array) with
--             names (text array) and rungs (float array, the points of each scope); marks (text array) with here and elsewhere (float arrays, what each
--             is worth to a memory of an `own` scope and of another); own (int array); meaning and recency (points at value 1),
--             decay (a second), moment (seconds since 1970); floor (a cosine above it is a match, as a shared word is); limit.
-- Columns: cosine, looked_at (how many were), points (the score), matches, those of memory_record from id on; what matches
--          first, then by points, then by id.
WITH compared AS MATERIALIZED (
    SELECT memory_key,
           1 - distance AS cosine,
           - (marks <#> marks_worth(%(words)s::text[], array_fill(1::float8, ARRAY[cardinality(%(words)s::text[])]))) AS shared,
           (%(rungs)s::float8[])[array_position(%(scopes)s::int[], scope_id)]
           - (marks <#> CASE WHEN scope_id = ANY(%(own)s::int[])
                             THEN marks_worth(%(marks)s::text[], %(here)s::float8[])
                             ELSE marks_worth(%(marks)s::text[], %(elsewhere)s::float8[]) END)
           + CASE WHEN said_at IS NULL THEN 0 ELSE
               %(recency)s::float8
               -- an age without end would be too small a number for the server
               * exp(greatest(-500, -%(decay)s::float8 * greatest(0, %(moment)s::float8 - date_part('epoch', said_at))))
             END AS others
    FROM ({looked_at}) AS looked_at
), added_up AS (
    SELECT memory_key, cosine,
           %(meaning)s::float8 * least(1, greatest(0, cosine)) + %(word)s::float8 * shared + others AS points,
           cosine > %(floor)s::float8 OR shared > 0 AS matches
    FROM compared
), best AS MATERIALIZED (
    SELECT * FROM added_up ORDER BY matches DESC, points DESC FETCH FIRST (%(limit)s) ROWS WITH TIES
)
SELECT best.cosine, (SELECT count(*) FROM compared), best.points, best.matches, memory.*
FROM best
CROSS JOIN LATERAL (
    SELECT m.id, (%(names)s::text[])[array_position(%(scopes)s::int[], m.scope_id)] AS scope, m.text, m.subject, m.layer, m.origin,
           m.source_repo, m.source_path, m.source_heading, m.line_first, m.line_last, m.commit, m.author, m.written_at, m.dated,
           m.confirmed_at, m.retired_at, m.retired_reason, m.superseded_by, m.read_pieces, m.all_pieces
    FROM memory AS m
    WHERE m.org_id = %(org)s AND m.key = best.memory_key
    -- each by its key, whatever the statistics
    OFFSET 0
) AS memory
ORDER BY best.matches DESC, best.points DESC, memory.id
LIMIT %(limit)s
