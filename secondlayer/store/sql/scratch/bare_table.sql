-- Purpose: a table with the sentence and its vector and nothing else, which a load is compared with.
-- Parameters: {width}, put in as a literal: a type takes no parameters. Columns: none.
CREATE TABLE bare (id text, scope text, text text, embedding vector({width}))
