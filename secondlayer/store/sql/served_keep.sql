-- Purpose: one served brief is kept.
-- Parameters: org and the columns by name.
INSERT INTO served_brief (org_id, brief_id, door, fingerprint, repo, team, prompt, chars, carried, seated, with_text, whole, trace)
VALUES (
    %(org)s, %(brief_id)s, %(door)s, %(fingerprint)s, %(repo)s, %(team)s, %(prompt)s, %(chars)s,
    %(carried)s, %(seated)s, %(with_text)s, %(whole)s, %(trace)s
)
