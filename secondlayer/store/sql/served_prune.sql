-- Purpose: briefs that were served longer ago than days are deleted, a few at a time, so that no brief waits for it.
-- Parameters: org, days.
DELETE FROM served_brief
WHERE key IN (
    SELECT key FROM served_brief
    WHERE org_id = %(org)s AND served_at < now() - make_interval(days => %(days)s)
    ORDER BY served_at
    LIMIT 50
    FOR UPDATE SKIP LOCKED
)
