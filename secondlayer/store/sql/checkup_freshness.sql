-- Purpose: how fresh the organisation's memories are.
-- Parameters: org.
-- Columns: newest written or confirmed, newest stored; null without memories.
SELECT max(greatest(CASE WHEN dated THEN written_at END, confirmed_at)), max(stored_at) FROM memory
WHERE org_id = %(org)s AND retired_at IS NULL
