-- Holdonce, H2, locks in the caller's transaction, version 1. Only for TransactionLocks; leases do not need it.
-- All times are microseconds since 1970, by the server's clock.

-- Whoever has locked a name's rows until the end of a transaction holds the name: all of them exclusively, one of the slots from 1 on
-- shared, since H2 has no shared row locks. Slots are made at a name's first shared use. taken_at is the last exclusive taking.
-- All rows of a name that is not used any more may be deleted together at any time.
CREATE TABLE IF NOT EXISTS ${txlock} (
    lock_key   varbinary(32) NOT NULL,
    slot       integer       NOT NULL DEFAULT 0,
    slots      integer       NOT NULL DEFAULT 0,
    name       varchar       NOT NULL,
    token      bigint        NOT NULL DEFAULT 0,
    created_at bigint        NOT NULL DEFAULT 0,
    taken_at   bigint        NOT NULL DEFAULT 0,
    PRIMARY KEY (lock_key, slot)
);
