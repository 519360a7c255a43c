-- Purpose: how a memory came into the store, and who took it out of use.
-- Parameters: org, id.
-- Columns: stored_at, on_behalf_of, retired_by.
SELECT stored_at, on_behalf_of, retired_by FROM memory WHERE org_id = %(org)s AND id = %(id)s
