-- Purpose: the organisation of that name.
-- Parameters: name.
-- Columns: id, encoder_name, encoder_width (null before the first use of an encoder), part (of the sixteen that hold vectors).
SELECT id, encoder_name, encoder_width,
       (SELECT part FROM generate_series(0, 15) AS part
        WHERE satisfies_hash_partition('memory_vector'::regclass, 16, part, organisation.id))
FROM organisation WHERE name = %(name)s
