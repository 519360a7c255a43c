-- Beside each current vector, what the rest of a memory's score is made of, so that one scan adds up the whole score of every
-- memory it compares: the pool of a read is then the best by score and not only the nearest by meaning. In the same row,
-- because a join by key costs more than the comparison itself: measured for 22,000 of 100,000, comparing takes 16 ms, the
-- whole score in the row 21, and joined from a narrow table of their own 93.

-- The place of a mark in a sparse vector. Two marks share one by a chance of one in a thousand million, and then a score comes
-- out higher, never lower.
CREATE FUNCTION mark_place(mark text) RETURNS int
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN 1 + abs(hashtext(mark)::bigint) % 1000000000;

-- The marks of a memory, each 1: its tokens, its layer as layer:decision, and the folders of its source, each as the way
-- to it: /app and /app/models. A sparse vector holds 16,000 marks; no sentence comes near.
CREATE FUNCTION memory_marks(tokens text[], layer text, source_path text) RETURNS sparsevec
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (
    SELECT ('{' || string_agg(place || ':1', ',' ORDER BY place) || '}/1000000000')::sparsevec
    FROM (
        SELECT DISTINCT mark_place(mark) AS place FROM (
            SELECT 'layer:' || layer
            UNION ALL
            SELECT '/' || string_agg(folder, '/') OVER (ORDER BY position)
            FROM string_to_table(regexp_replace(translate(source_path, '\', '/'), '[^/]*$', ''), '/')
                 WITH ORDINALITY AS parts (folder, position)
            WHERE folder NOT IN ('', '.')
            UNION ALL
            SELECT token FROM unnest(tokens) AS held (token)
        ) AS marks (mark)
        LIMIT 16000
    ) AS placed
);

-- What marks are worth: the inner product with a memory's marks is the sum over those it has.
CREATE FUNCTION marks_worth(marks text[], points float8[]) RETURNS sparsevec
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (
    SELECT ('{' || coalesce(string_agg(place || ':' || worth, ',' ORDER BY place), '') || '}/1000000000')::sparsevec
    FROM (
        SELECT mark_place(mark) AS place, sum(each)::real AS worth
        FROM unnest(marks, points) AS given (mark, each)
        WHERE each > 1e-30  -- the least that a sparse vector holds is a little less
        GROUP BY 1
    ) AS placed
);

ALTER TABLE memory_vector RENAME TO memory_vector_narrow;
ALTER TABLE memory_vector_narrow RENAME CONSTRAINT memory_vector_pkey TO memory_vector_narrow_pkey;
DROP INDEX memory_vector_hnsw;
DROP INDEX memory_vector_scope;
DO $$
BEGIN
    FOR part IN 0..15 LOOP
        EXECUTE format('ALTER TABLE memory_vector_%s RENAME TO memory_vector_narrow_%s', part, part);
        EXECUTE format('ALTER INDEX memory_vector_%s_pkey RENAME TO memory_vector_narrow_%s_pkey', part, part);
    END LOOP;
END $$;

CREATE TABLE memory_vector (
    memory_key  bigint NOT NULL REFERENCES memory ON DELETE CASCADE,
    org_id      int NOT NULL,
    scope_id    int NOT NULL,
    -- the later of written and confirmed, null when neither is known: what recency counts from
    said_at     timestamptz,
    embedding   vector(384) NOT NULL CHECK (vector_norm(embedding) > 0),
    marks       sparsevec(1000000000) NOT NULL,
    PRIMARY KEY (org_id, memory_key),
    FOREIGN KEY (org_id, scope_id) REFERENCES scope (org_id, id)
) PARTITION BY HASH (org_id);

DO $$
DECLARE
    width int := (SELECT atttypmod FROM pg_attribute WHERE attrelid = 'memory_vector_narrow'::regclass AND attname = 'embedding');
BEGIN
    EXECUTE format('ALTER TABLE memory_vector ALTER COLUMN embedding TYPE vector(%s)', width);
    FOR part IN 0..15 LOOP
        EXECUTE format('CREATE TABLE memory_vector_%s PARTITION OF memory_vector FOR VALUES WITH (MODULUS 16, REMAINDER %s)', part, part);
        -- marks go out of line only when a row would not fit its page
        EXECUTE format('ALTER TABLE memory_vector_%s SET (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05, toast_tuple_target = 8160)', part);
    END LOOP;
END $$;
ALTER TABLE memory_vector ALTER COLUMN embedding SET STORAGE PLAIN;

INSERT INTO memory_vector (memory_key, org_id, scope_id, said_at, embedding, marks)
SELECT v.memory_key, v.org_id, v.scope_id, greatest(CASE WHEN m.dated THEN m.written_at END, m.confirmed_at), v.embedding,
       memory_marks(coalesce(w.tokens, '{}'), m.layer, m.source_path)
FROM memory_vector_narrow AS v
JOIN memory AS m ON m.key = v.memory_key
LEFT JOIN memory_words AS w ON w.memory_key = v.memory_key;
DROP TABLE memory_vector_narrow;

CREATE INDEX memory_vector_scope ON memory_vector (org_id, scope_id);
CREATE INDEX memory_vector_hnsw ON memory_vector USING hnsw (embedding vector_cosine_ops) WITH (m = 16, ef_construction = 64);

ANALYZE memory_vector;
