-- Purpose: the memory of that id, retired or not.
-- Parameters: org, id.
-- Columns: those of memory_record.
SELECT r.* FROM memory_record AS r WHERE r.org_id = %(org)s AND r.id = %(id)s
