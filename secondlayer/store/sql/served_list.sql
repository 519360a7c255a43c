-- Purpose: served briefs without their traces, the latest first.
-- Parameters: org; repo, fingerprint, memory (an id it carried), since, until, each or null; limit.
-- Columns: those of records.Served, in its order.
SELECT brief_id, served_at, door, fingerprint, repo, team, prompt, chars, carried, seated, with_text, whole
FROM served_brief
WHERE org_id = %(org)s
  AND (%(repo)s::text IS NULL OR repo = %(repo)s)
  AND (%(fingerprint)s::text IS NULL OR fingerprint = %(fingerprint)s)
  AND (%(memory)s::text IS NULL OR carried @> ARRAY[%(memory)s::text])
  AND (%(since)s::timestamptz IS NULL OR served_at >= %(since)s)
  AND (%(until)s::timestamptz IS NULL OR served_at <= %(until)s)
ORDER BY served_at DESC, key DESC
LIMIT %(limit)s
