-- Purpose: the last brief served under that id; the same request at the same moment has the same id.
-- Parameters: org, brief_id.
-- Columns: those of served_list, and the trace.
SELECT brief_id, served_at, door, fingerprint, repo, team, prompt, chars, carried, seated, with_text, whole, trace
FROM served_brief
WHERE org_id = %(org)s AND brief_id = %(brief_id)s
ORDER BY key DESC
LIMIT 1
