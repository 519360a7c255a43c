-- Purpose: whether the role that asks may make a schema in this database.
-- Parameters: none. Columns: boolean.
SELECT has_database_privilege(current_database(), 'CREATE') AND current_setting('transaction_read_only') = 'off'
