-- Purpose: settings for this transaction only.
-- Parameters: names and wanted, two text arrays. Columns: none of use.
SELECT set_config(given.name, given.wanted, true)
FROM unnest(%(names)s::text[], %(wanted)s::text[]) AS given (name, wanted)
