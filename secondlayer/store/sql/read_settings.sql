-- Purpose: settings for this transaction only, and every one as it is then in force.
-- Parameters: names and wanted, two text arrays (wanted null: it is only told); memory (bytes a walk is to have, work_mem times
--             hnsw.scan_mem_multiplier, never less than the server gives; null: as it is).
-- Columns: name, value (null when the server has no such setting).
SELECT given.name,
       CASE WHEN given.name = 'hnsw.scan_mem_multiplier' AND %(memory)s::bigint IS NOT NULL
            THEN set_config(given.name, least(1000, greatest(
                current_setting(given.name)::float8,
                ceil(%(memory)s::bigint / pg_size_bytes(current_setting('work_mem'))::float8)
            ))::text, true)
            WHEN given.wanted IS NOT NULL THEN set_config(given.name, given.wanted, true)
            ELSE current_setting(given.name, true) END
FROM unnest(%(names)s::text[], %(wanted)s::text[]) AS given (name, wanted)
-- reading a vector loads pgvector into the session: before that, any value would be accepted for its settings
WHERE vector '[1]' IS NOT NULL
