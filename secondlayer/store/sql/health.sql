-- Purpose: the state of the store, for doctor.
-- Parameters: org.
-- Columns: server version, pgvector version, current, retired, scopes, indexed, whether the index is there and valid,
--          track_counts, work_mem, shared_buffers, maintenance_work_mem, hnsw.ef_search, hnsw.iterative_scan,
--          hnsw.max_scan_tuples, hnsw.scan_mem_multiplier.
SELECT current_setting('server_version'),
       (SELECT extversion FROM pg_extension WHERE extname = 'vector'),
       (SELECT count(*) FROM memory WHERE org_id = %(org)s AND retired_at IS NULL),
       (SELECT count(*) FROM memory WHERE org_id = %(org)s AND retired_at IS NOT NULL),
       (SELECT count(*) FROM scope WHERE org_id = %(org)s),
       (SELECT count(*) FROM memory_vector WHERE org_id = %(org)s),
       coalesce((SELECT bool_and(i.indisvalid AND i.indisready)
                 FROM pg_partition_tree(to_regclass('memory_vector_hnsw')) AS t JOIN pg_index AS i ON i.indexrelid = t.relid), false),
       current_setting('track_counts'), current_setting('work_mem'), current_setting('shared_buffers'),
       current_setting('maintenance_work_mem'), current_setting('hnsw.ef_search', true),
       current_setting('hnsw.iterative_scan', true), current_setting('hnsw.max_scan_tuples', true),
       current_setting('hnsw.scan_mem_multiplier', true)
