-- Purpose: the version of pgvector in this database, and the one its server offers.
-- Parameters: none.
-- Columns: installed (null without the extension), offered (null when the server has none).
SELECT (SELECT extversion FROM pg_extension WHERE extname = 'vector'),
       (SELECT default_version FROM pg_available_extensions WHERE name = 'vector')
