-- Purpose: stores the staged sentences that are new to their scope, the first of each, with vectors and words.
-- Parameters: org, event (the key of the event they are born in).
-- Columns: stored.
WITH chosen AS MATERIALIZED (
    SELECT DISTINCT ON (sc.id, st.content_hash) st.*, sc.id AS scope_id
    FROM staging AS st
    JOIN scope AS sc ON sc.org_id = %(org)s AND sc.name = st.scope
    ORDER BY sc.id, st.content_hash, st.ordinal
), fresh AS (
    INSERT INTO memory (
        org_id, id, scope_id, text, subject, layer, origin, source_repo, source_path, source_heading, line_first, line_last,
        commit, author, written_at, dated, confirmed_at, retired_at, retired_reason, superseded_by, content_hash, read_pieces, all_pieces,
        born_event, current_during
    )
    SELECT %(org)s, id, scope_id, text, subject, layer, origin, source_repo, source_path, source_heading, line_first, line_last,
           commit, author, written_at, dated, confirmed_at, retired_at, retired_reason, superseded_by, content_hash, read_pieces, all_pieces,
           %(event)s, CASE WHEN retired_at IS NULL THEN tstzmultirange(tstzrange(now(), NULL)) ELSE '{}' END
    FROM chosen
    -- always in one order, so that two loads at once wait for each other instead of locking each other out
    ORDER BY scope_id, content_hash
    ON CONFLICT (org_id, content_hash, scope_id) DO NOTHING
    RETURNING key, id
), filed AS MATERIALIZED (
    SELECT fresh.key, c.scope_id, c.retired_at, c.embedding, c.tokens, c.layer, c.source_path,
           greatest(CASE WHEN c.dated THEN c.written_at END, c.confirmed_at) AS said_at
    FROM fresh JOIN chosen AS c ON c.id = fresh.id
), current_vectors AS (
    INSERT INTO memory_vector (memory_key, org_id, scope_id, said_at, embedding, marks)
    SELECT key, %(org)s, scope_id, said_at, embedding, memory_marks(tokens, layer, source_path) FROM filed WHERE retired_at IS NULL
), retired_vectors AS (
    INSERT INTO memory_vector_archive (memory_key, org_id, scope_id, embedding)
    SELECT key, %(org)s, scope_id, embedding FROM filed WHERE retired_at IS NOT NULL
), words AS (
    INSERT INTO memory_words (memory_key, org_id, scope_id, tokens)
    SELECT key, %(org)s, scope_id, tokens FROM filed
)
SELECT count(*) FROM filed
