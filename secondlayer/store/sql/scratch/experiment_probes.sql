-- Purpose: the probes of paper 001 §2, drawn after the rows from the same random sequence.
-- Parameters: width, probes. Columns: vector, in order.
SELECT (SELECT array_agg(random() - 0.5) FROM generate_series(1, %(width)s) WHERE p > 0)::vector
FROM generate_series(1, %(probes)s) AS p
