-- Purpose: compares that many of the organisation's vectors as an exact read does, to see how long it takes.
-- Parameters: org, vector, rows.
-- Columns: how many were compared.
WITH compared AS MATERIALIZED (
    SELECT memory_key, embedding <=> %(vector)b AS distance FROM memory_vector WHERE org_id = %(org)s LIMIT %(rows)s
), best AS MATERIALIZED (
    SELECT memory_key FROM compared ORDER BY distance FETCH FIRST 200 ROWS WITH TIES
)
SELECT (SELECT count(*) FROM compared) FROM (SELECT count(*) FROM best) AS sorted
