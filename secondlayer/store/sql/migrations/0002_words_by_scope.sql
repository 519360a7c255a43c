-- Words are looked up inside scopes: an entry of the index is a word of one scope, so that a word which is common in the
-- store and rare in a scope costs what it costs there. Identity of a word and its scope by expression, so that whatever
-- writes a row keeps the index right.

CREATE FUNCTION word_keys(scope_id int, tokens text[]) RETURNS text[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (SELECT coalesce(array_agg(scope_id::text || ':' || token), '{}') FROM unnest(tokens) AS given (token));

DROP INDEX memory_words_tokens;
-- without fastupdate: a list of entries not yet filed would be read through by every look-up
CREATE INDEX memory_words_keys ON memory_words USING gin (word_keys(scope_id, tokens)) WITH (fastupdate = off);

ANALYZE memory_words;
