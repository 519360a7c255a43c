-- Briefs as they were served, each with its trace, so that what an agent got can be asked about afterwards.

CREATE TABLE served_brief (
    key          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    org_id       int NOT NULL REFERENCES organisation,
    brief_id     text COLLATE "C" NOT NULL,
    served_at    timestamptz NOT NULL DEFAULT now(),
    -- which door it left by, and the fingerprint of the key it was asked with; empty without one
    door         text NOT NULL,
    fingerprint  text COLLATE "C" NOT NULL DEFAULT '',
    repo         text COLLATE "C" NOT NULL DEFAULT '',
    team         text COLLATE "C" NOT NULL DEFAULT '',
    -- empty when text was to be left out
    prompt       text NOT NULL,
    chars        int NOT NULL,
    -- ids in printed order, and of those the seats: who was served a memory is found by it
    carried      text[] COLLATE "C" NOT NULL,
    seated       text[] COLLATE "C" NOT NULL,
    with_text    boolean NOT NULL,
    -- whether the trace is whole; a very large one is kept without the candidates that were never considered
    whole        boolean NOT NULL,
    -- the trace as JSON, compressed by zlib
    trace        bytea NOT NULL
);
-- compressed already
ALTER TABLE served_brief ALTER COLUMN trace SET STORAGE EXTERNAL;
CREATE INDEX served_brief_id ON served_brief (org_id, brief_id, key);
CREATE INDEX served_brief_at ON served_brief (org_id, served_at, key);
CREATE INDEX served_brief_repo ON served_brief (org_id, repo, served_at);
CREATE INDEX served_brief_carried ON served_brief USING gin (carried);
