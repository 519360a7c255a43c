-- Purpose: whether the role that asks may file memories here.
-- Parameters: none. Columns: boolean.
SELECT has_table_privilege('memory', 'INSERT') AND has_table_privilege('organisation', 'INSERT')
   AND current_setting('transaction_read_only') = 'off'
