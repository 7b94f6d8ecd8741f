-- Holdonce, MariaDB, locks in the caller's transaction, version 1. Only for TransactionLocks; leases do not need it.
-- All times are microseconds since 1970, by the server's clock.

-- One row per name; whoever has locked it until the end of a transaction holds the name. taken_at is the last exclusive taking.
-- A row whose name is not used any more may be deleted at any time.
CREATE TABLE IF NOT EXISTS ${txlock} (
    lock_key   varbinary(32) NOT NULL PRIMARY KEY,
    name       text NOT NULL,
    token      bigint NOT NULL DEFAULT 0,
    created_at bigint NOT NULL DEFAULT 0,
    taken_at   bigint NOT NULL DEFAULT 0
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
