-- The first schema: organisations, scopes, memories, their vectors and their words.

CREATE TABLE organisation (
    id             int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name           text COLLATE "C" NOT NULL UNIQUE CHECK (name <> ''),
    encoder_name   text,
    encoder_width  int,
    created_at     timestamptz NOT NULL DEFAULT now(),
    CHECK ((encoder_name IS NULL) = (encoder_width IS NULL))
);

CREATE TABLE scope (
    id         int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    org_id     int NOT NULL REFERENCES organisation,
    name       text COLLATE "C" NOT NULL CHECK (name <> ''),
    sensitive  boolean NOT NULL DEFAULT false,
    alias      boolean NOT NULL DEFAULT true,
    UNIQUE (org_id, name),
    UNIQUE (org_id, id)
);

-- Wide, and with its history: one row for each sentence ever stored in a scope.
CREATE TABLE memory (
    key             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    org_id          int NOT NULL,
    id              text COLLATE "C" NOT NULL CHECK (id <> ''),
    scope_id        int NOT NULL,
    text            text NOT NULL,
    subject         text NOT NULL DEFAULT '',
    layer           text NOT NULL,
    origin          text NOT NULL,
    source_repo     text NOT NULL DEFAULT '',
    source_path     text NOT NULL DEFAULT '',
    source_heading  text NOT NULL DEFAULT '',
    line_first      int,
    line_last       int,
    commit          text NOT NULL DEFAULT '',
    author          text NOT NULL DEFAULT '',
    on_behalf_of    text NOT NULL DEFAULT '',
    written_at      timestamptz NOT NULL,
    -- false when the source has no date: written_at is then when its file was laid down
    dated           boolean NOT NULL DEFAULT true,
    confirmed_at    timestamptz,
    retired_at      timestamptz,
    retired_by      text NOT NULL DEFAULT '',
    retired_reason  text NOT NULL DEFAULT '',
    superseded_by   text COLLATE "C",
    -- SHA-256 of the text with its whitespace folded
    content_hash    bytea NOT NULL,
    read_pieces     int,
    all_pieces      int,
    stored_at       timestamptz NOT NULL DEFAULT now(),
    CHECK ((line_first IS NULL) = (line_last IS NULL)),
    UNIQUE (org_id, id),
    -- an identical sentence in one scope is stored once
    UNIQUE (org_id, content_hash, scope_id),
    FOREIGN KEY (org_id, scope_id) REFERENCES scope (org_id, id)
);
CREATE INDEX memory_scope ON memory (org_id, scope_id);

-- Narrow, and of current memories only: what retires leaves it, so no read has a predicate to forget.
-- The width in vector(384) is the default encoder's; sql/vectors_widen.sql is the one place that changes it,
-- for another encoder on a store that holds no vectors yet.
CREATE TABLE memory_vector (
    memory_key  bigint PRIMARY KEY REFERENCES memory ON DELETE CASCADE,
    org_id      int NOT NULL,
    scope_id    int NOT NULL,
    embedding   vector(384) NOT NULL CHECK (vector_norm(embedding) > 0),
    FOREIGN KEY (org_id, scope_id) REFERENCES scope (org_id, id)
);
-- PLAIN keeps the vector in the row: out of line, an exact scan costs four times as much.
ALTER TABLE memory_vector ALTER COLUMN embedding SET STORAGE PLAIN;
-- Entries of deleted rows stay in the graph, and are walked, until a vacuum.
ALTER TABLE memory_vector SET (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);
CREATE INDEX memory_vector_scope ON memory_vector (org_id, scope_id);
CREATE INDEX memory_vector_hnsw ON memory_vector USING hnsw (embedding vector_cosine_ops) WITH (m = 16, ef_construction = 64);

-- Vectors of retired memories, without a graph.
CREATE TABLE memory_vector_archive (
    memory_key  bigint PRIMARY KEY REFERENCES memory ON DELETE CASCADE,
    org_id      int NOT NULL,
    scope_id    int NOT NULL,
    embedding   vector(384) NOT NULL CHECK (vector_norm(embedding) > 0),
    FOREIGN KEY (org_id, scope_id) REFERENCES scope (org_id, id)
);
ALTER TABLE memory_vector_archive ALTER COLUMN embedding SET STORAGE PLAIN;
CREATE INDEX memory_vector_archive_scope ON memory_vector_archive (org_id, scope_id);

CREATE TABLE memory_words (
    memory_key  bigint PRIMARY KEY REFERENCES memory ON DELETE CASCADE,
    org_id      int NOT NULL,
    scope_id    int NOT NULL,
    tokens      text[] NOT NULL,
    FOREIGN KEY (org_id, scope_id) REFERENCES scope (org_id, id)
);
CREATE INDEX memory_words_tokens ON memory_words USING gin (tokens);

-- A memory as it is read: the columns of records.Memory, with its scope's name.
CREATE VIEW memory_record AS
SELECT m.key, m.org_id, m.scope_id, m.content_hash,
       m.id, s.name AS scope, m.text, m.subject, m.layer, m.origin, m.source_repo, m.source_path, m.source_heading,
       m.line_first, m.line_last, m.commit, m.author, m.written_at, m.dated, m.confirmed_at, m.retired_at, m.retired_reason,
       m.superseded_by, m.read_pieces, m.all_pieces
FROM memory AS m
JOIN scope AS s ON s.org_id = m.org_id AND s.id = m.scope_id;
