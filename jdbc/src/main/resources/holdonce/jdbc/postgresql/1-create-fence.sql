-- Holdonce, PostgreSQL, fences, version 1. Only for FencingGuard; leases do not need it.

-- One row per guarded resource: the highest fencing token that has written. Never delete one: a paused holder may outlive it.
CREATE TABLE IF NOT EXISTS ${fence} (
    resource_key bytea NOT NULL PRIMARY KEY,
    resource     text NOT NULL,
    token        bigint NOT NULL,
    checks       bigint NOT NULL
) WITH (fillfactor = 50);
