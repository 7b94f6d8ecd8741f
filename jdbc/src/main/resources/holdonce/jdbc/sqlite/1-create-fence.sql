-- Holdonce, SQLite, fences, version 1. Only for FencingGuard; leases do not need it.

-- One row per guarded resource: the highest fencing token that has written. Never delete one: a paused holder may outlive it.
CREATE TABLE IF NOT EXISTS ${fence} (
    resource_key blob NOT NULL PRIMARY KEY,
    resource     text NOT NULL,
    token        integer NOT NULL,
    checks       integer NOT NULL
) WITHOUT ROWID;
