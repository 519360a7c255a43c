-- Purpose: the session works in the experiment's schema, and still finds pgvector where it is.
-- Parameters: name. Columns: none of use.
SELECT set_config('search_path', quote_ident(%(name)s) || ', ' || current_setting('search_path'), false)
