-- Keys, as keyed hashes: the table alone opens nothing.

CREATE TABLE api_key (
    fingerprint    text COLLATE "C" PRIMARY KEY,
    org_id         int NOT NULL REFERENCES organisation,
    -- HMAC-SHA-256 of the secret under the pepper, which is not in the database
    hash           bytea NOT NULL CHECK (length(hash) = 32),
    actor          text NOT NULL CHECK (actor <> ''),
    actor_kind     text NOT NULL CHECK (actor_kind IN ('person', 'agent')),
    seniority      text NOT NULL DEFAULT '',
    on_behalf_of   text NOT NULL DEFAULT '',
    rights         text[] NOT NULL,
    repositories   text[] COLLATE "C" NOT NULL DEFAULT '{}',
    made_at        timestamptz NOT NULL DEFAULT now(),
    made_by        text NOT NULL,
    expires_at     timestamptz,
    revoked_at     timestamptz,
    revoked_by     text NOT NULL DEFAULT ''
);
CREATE INDEX api_key_org ON api_key (org_id, made_at);

ALTER TABLE event DROP CONSTRAINT event_act_check;
ALTER TABLE event ADD CONSTRAINT event_act_check CHECK (act IN (
    'remember', 'confirm', 'retire', 'restore', 'supersede', 'rename', 'undo_rename', 'propose', 'accept', 'refuse', 'mark',
    'make_key', 'rotate_key', 'revoke_key'
));
