-- Purpose: the memories that hold the rarest of the prompt's words, and how many hold each word, inside the scopes.
-- Parameters: org, scopes (int array), vector, words (text array; tokens separated by spaces must stand together),
--             rarest (how many words may be taken), most (how many memories they may bring together).
-- Columns: words, held (most + 1 means more), taken: three arrays side by side, rarest word first; cosine, those of
--          memory_record. One row with nulls after the arrays when nothing is brought.
-- Each OFFSET 0 keeps its subquery whole: words first, by their index, then each memory by its key, whatever the statistics.
WITH asked AS MATERIALIZED (
    SELECT word, string_to_array(word, ' ') AS parts FROM unnest(%(words)s::text[]) AS given (word)
), counted AS MATERIALIZED (
    SELECT asked.word, asked.parts, least(sum(found.held), %(most)s + 1)::int AS held
    FROM asked
    CROSS JOIN unnest(%(scopes)s::int[]) AS s (id)
    CROSS JOIN LATERAL (
        SELECT count(*) AS held FROM (
            SELECT FROM (
                SELECT w.memory_key FROM memory_words AS w
                WHERE word_keys(w.scope_id, w.tokens) @> word_keys(s.id, asked.parts)
                OFFSET 0
            ) AS holding
            CROSS JOIN LATERAL (
                SELECT FROM memory_vector AS v WHERE v.org_id = %(org)s AND v.memory_key = holding.memory_key OFFSET 0
            ) AS living
            LIMIT %(most)s + 1
        ) AS capped
    ) AS found
    GROUP BY asked.word, asked.parts
), ordered AS MATERIALIZED (
    SELECT word, parts, held,
           sum(held) OVER in_order <= %(most)s AND count(*) FILTER (WHERE held > 0) OVER in_order <= %(rarest)s AS taken
    FROM counted
    WINDOW in_order AS (ORDER BY held, word)
), said AS MATERIALIZED (
    SELECT array_agg(word ORDER BY held, word) AS words, array_agg(held ORDER BY held, word) AS held,
           array_agg(taken ORDER BY held, word) AS taken
    FROM ordered
), brought AS MATERIALIZED (
    SELECT DISTINCT holding.memory_key
    FROM ordered
    CROSS JOIN unnest(%(scopes)s::int[]) AS s (id)
    CROSS JOIN LATERAL (
        SELECT w.memory_key FROM memory_words AS w
        WHERE word_keys(w.scope_id, w.tokens) @> word_keys(s.id, ordered.parts)
        OFFSET 0
    ) AS holding
    WHERE ordered.taken AND ordered.held > 0
), compared AS (
    SELECT living.cosine, memory.*
    FROM brought
    CROSS JOIN LATERAL (
        SELECT 1 - (v.embedding <=> %(vector)b) AS cosine FROM memory_vector AS v
        WHERE v.org_id = %(org)s AND v.memory_key = brought.memory_key
        OFFSET 0
    ) AS living
    CROSS JOIN LATERAL (
        SELECT * FROM memory_record AS r WHERE r.org_id = %(org)s AND r.key = brought.memory_key OFFSET 0
    ) AS memory
)
SELECT said.words, said.held, said.taken, compared.*
FROM said LEFT JOIN compared ON true
ORDER BY compared.cosine DESC, compared.id
