-- Purpose: rows of paper 001 §2: uniform vectors, one row in fifty in the scope acme/app, whatever its vector.
-- Parameters: width, first and last (row numbers; one session's calls in order go on with one random sequence).
-- Columns: none.
INSERT INTO memories (id, scope, embedding)
SELECT i,
       CASE WHEN i %% 50 = 0 THEN 'acme/app' ELSE 'acme/other-' || (i %% 49) END,
       (SELECT array_agg(random() - 0.5) FROM generate_series(1, %(width)s) WHERE i > 0)::vector
FROM generate_series(%(first)s::int, %(last)s::int) AS i
