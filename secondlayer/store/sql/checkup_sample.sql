-- Purpose: some of the organisation's vectors, drawn at random.
-- Parameters: org, sample (how many).
-- Columns: embedding.
SELECT embedding FROM memory_vector
WHERE org_id = %(org)s AND memory_key IN (SELECT memory_key FROM memory_vector WHERE org_id = %(org)s ORDER BY random() LIMIT %(sample)s)
