-- Holdonce, H2, schema version 1. All times are microseconds since 1970, by the server's clock.

-- One row per name, kept after release, so that tokens only grow. What decides a grant stands in it.
CREATE TABLE IF NOT EXISTS ${lease} (
    lease_key      varbinary(32)    NOT NULL PRIMARY KEY,
    name           varchar          NOT NULL,
    token          bigint           NOT NULL DEFAULT 0,
    claim          varbinary(16),
    holder         varchar          NOT NULL DEFAULT '',
    instance       varbinary(16),
    started        bigint           NOT NULL DEFAULT 0,
    note           varchar          NOT NULL DEFAULT '',
    acquired_at    bigint           NOT NULL DEFAULT 0,
    renewed_at     bigint           NOT NULL DEFAULT 0,
    expires_at     bigint           NOT NULL DEFAULT 0,
    revoked        integer          NOT NULL DEFAULT 0,
    shared_until   bigint           NOT NULL DEFAULT 0,
    waited_until   bigint           NOT NULL DEFAULT 0,
    revoked_at     bigint           NOT NULL DEFAULT 0,
    revoked_by     varchar          NOT NULL DEFAULT '',
    revoked_reason varchar          NOT NULL DEFAULT '',
    ousted         varbinary(1024),
    touched_at     bigint           NOT NULL DEFAULT 0
);

-- One row per shared hold, or intent on an ancestor of what is held (mode). Changed only by who has locked the name's row and writes it, too.
CREATE TABLE IF NOT EXISTS ${sharer} (
    lease_key   varbinary(32) NOT NULL,
    claim       varbinary(16) NOT NULL,
    mode        varchar(16)   NOT NULL,
    token       bigint        NOT NULL,
    holder      varchar       NOT NULL,
    instance    varbinary(16) NOT NULL,
    started     bigint        NOT NULL,
    note        varchar       NOT NULL,
    acquired_at bigint        NOT NULL,
    renewed_at  bigint        NOT NULL,
    expires_at  bigint        NOT NULL,
    revoked     integer       NOT NULL DEFAULT 0,
    released    integer       NOT NULL DEFAULT 0,
    PRIMARY KEY (lease_key, claim)
);

CREATE TABLE IF NOT EXISTS ${schema} (
    version integer NOT NULL PRIMARY KEY
);

MERGE INTO ${schema} (version) VALUES (1);

-- For people; ends_in is in seconds.
CREATE OR REPLACE VIEW ${leases} AS
SELECT name, 'EXCLUSIVE' AS mode,
       CASE WHEN claim IS NULL THEN 'KEPT' WHEN revoked = 1 THEN 'REVOKED' ELSE 'HELD' END AS state,
       holder, note, token,
       DATEADD(MICROSECOND, acquired_at, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00+00') AS since,
       DATEADD(MICROSECOND, renewed_at, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00+00') AS last_renewal,
       (expires_at - ${now}) / 1000000.0 AS ends_in
FROM ${lease}
WHERE expires_at > ${now}
UNION ALL
SELECT l.name, s.mode,
       CASE WHEN s.released = 1 THEN 'KEPT' WHEN s.revoked = 1 THEN 'REVOKED' ELSE 'HELD' END,
       s.holder, s.note, s.token,
       DATEADD(MICROSECOND, s.acquired_at, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00+00'),
       DATEADD(MICROSECOND, s.renewed_at, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00+00'),
       (s.expires_at - ${now}) / 1000000.0
FROM ${sharer} s JOIN ${lease} l ON l.lease_key = s.lease_key
WHERE s.expires_at > ${now};
