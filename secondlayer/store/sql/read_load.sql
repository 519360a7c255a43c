-- Purpose: loads pgvector's library into the session: before that, any value is accepted for its settings.
-- Parameters: none. Columns: none of use.
SELECT '[1]'::vector
