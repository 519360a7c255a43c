-- Purpose: where a bulk load lands before it is compared with what is stored; gone with its transaction.
-- Parameters: none. Columns: none.
CREATE TEMPORARY TABLE staging (
    ordinal int, id text, scope text, text text, subject text, layer text, origin text,
    source_repo text, source_path text, source_heading text, line_first int, line_last int, commit text, author text,
    written_at timestamptz, dated boolean, confirmed_at timestamptz, retired_at timestamptz, retired_reason text, superseded_by text,
    read_pieces int, all_pieces int, content_hash bytea, tokens text[], embedding vector
) ON COMMIT DROP
