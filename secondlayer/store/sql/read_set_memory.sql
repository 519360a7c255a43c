-- Purpose: enough scan memory for the walk to reach its ceiling, for this transaction only; never less than the server's.
-- Parameters: bytes. Columns: none of use.
SELECT set_config(
    'hnsw.scan_mem_multiplier',
    least(1000, greatest(
        current_setting('hnsw.scan_mem_multiplier')::float8,
        ceil(%(bytes)s / pg_size_bytes(current_setting('work_mem'))::float8)
    ))::text,
    true
)
