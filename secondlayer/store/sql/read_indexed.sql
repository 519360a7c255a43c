-- Purpose: how many rows a walk of the whole index could come to, at the moment of the read.
-- Parameters: {part}, the organisation's part of the vectors, put in as a name. It may be shared with other organisations,
--             and the number is compared, never shown.
-- Columns: count.
SELECT count(*) FROM {part}
