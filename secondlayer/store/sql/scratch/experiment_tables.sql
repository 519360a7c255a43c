-- Purpose: the table of paper 001 §2.
-- Parameters: {width}, put in as a literal: a type takes no parameters. Columns: none.
CREATE TABLE memories (id int PRIMARY KEY, scope text, embedding vector({width}))
