-- Holdonce, MariaDB, schema version 1. All times are microseconds since 1970, by the server's clock.

-- One row per name, kept after release, so that tokens only grow. What decides a grant stands in it.
-- Keys are binary: no collation may take two names for one. No other index is wanted.
CREATE TABLE IF NOT EXISTS ${lease} (
    lease_key      varbinary(32) NOT NULL PRIMARY KEY,
    name           text          NOT NULL,
    token          bigint        NOT NULL DEFAULT 0,
    claim          varbinary(16),
    holder         text          NOT NULL DEFAULT (''),
    instance       varbinary(16),
    started        bigint        NOT NULL DEFAULT 0,
    note           text          NOT NULL DEFAULT (''),
    acquired_at    bigint        NOT NULL DEFAULT 0,
    renewed_at     bigint        NOT NULL DEFAULT 0,
    expires_at     bigint        NOT NULL DEFAULT 0,
    revoked        integer       NOT NULL DEFAULT 0,
    shared_until   bigint        NOT NULL DEFAULT 0,
    waited_until   bigint        NOT NULL DEFAULT 0,
    revoked_at     bigint        NOT NULL DEFAULT 0,
    revoked_by     text          NOT NULL DEFAULT (''),
    revoked_reason text          NOT NULL DEFAULT (''),
    ousted         varbinary(1024),
    touched_at     bigint        NOT NULL DEFAULT 0
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- One row per shared hold, or intent on an ancestor of what is held (mode). Changed only by who has locked the name's row and writes it, too.
CREATE TABLE IF NOT EXISTS ${sharer} (
    lease_key   varbinary(32) NOT NULL,
    claim       varbinary(16) NOT NULL,
    mode        varchar(16)   NOT NULL,
    token       bigint        NOT NULL,
    holder      text          NOT NULL,
    instance    varbinary(16) NOT NULL,
    started     bigint        NOT NULL,
    note        text          NOT NULL,
    acquired_at bigint        NOT NULL,
    renewed_at  bigint        NOT NULL,
    expires_at  bigint        NOT NULL,
    revoked     integer       NOT NULL DEFAULT 0,
    released    integer       NOT NULL DEFAULT 0,
    PRIMARY KEY (lease_key, claim)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS ${schema} (
    version integer NOT NULL PRIMARY KEY
) ENGINE = InnoDB;

INSERT IGNORE INTO ${schema} (version) VALUES (1);

-- For people; since and last_renewal are in UTC, ends_in is in seconds.
CREATE OR REPLACE SQL SECURITY INVOKER VIEW ${leases} AS
SELECT name, 'EXCLUSIVE' AS mode,
       CASE WHEN claim IS NULL THEN 'KEPT' WHEN revoked = 1 THEN 'REVOKED' ELSE 'HELD' END AS state,
       holder, note, token,
       TIMESTAMPADD(MICROSECOND, acquired_at, '1970-01-01 00:00:00') AS since,
       TIMESTAMPADD(MICROSECOND, renewed_at, '1970-01-01 00:00:00') AS last_renewal,
       (expires_at - ${now}) / 1000000 AS ends_in
FROM ${lease}
WHERE expires_at > ${now}
UNION ALL
SELECT l.name, s.mode,
       CASE WHEN s.released = 1 THEN 'KEPT' WHEN s.revoked = 1 THEN 'REVOKED' ELSE 'HELD' END,
       s.holder, s.note, s.token,
       TIMESTAMPADD(MICROSECOND, s.acquired_at, '1970-01-01 00:00:00'),
       TIMESTAMPADD(MICROSECOND, s.renewed_at, '1970-01-01 00:00:00'),
       (s.expires_at - ${now}) / 1000000
FROM ${sharer} s JOIN ${lease} l ON l.lease_key = s.lease_key
WHERE s.expires_at > ${now};
