-- Holdonce, PostgreSQL, schema version 1. All times are microseconds since 1970, by the server's clock.

-- One row per name, kept after release, so that tokens only grow. What decides a grant stands in it.
-- Half-empty pages let updates stay on their page without touching the index; no other index is wanted.
CREATE TABLE IF NOT EXISTS ${lease} (
    lease_key      bytea   NOT NULL PRIMARY KEY,
    name           text    NOT NULL,
    token          bigint  NOT NULL DEFAULT 0,
    claim          bytea,
    holder         text    NOT NULL DEFAULT '',
    instance       bytea,
    started        bigint  NOT NULL DEFAULT 0,
    note           text    NOT NULL DEFAULT '',
    acquired_at    bigint  NOT NULL DEFAULT 0,
    renewed_at     bigint  NOT NULL DEFAULT 0,
    expires_at     bigint  NOT NULL DEFAULT 0,
    revoked        integer NOT NULL DEFAULT 0,
    shared_until   bigint  NOT NULL DEFAULT 0,
    waited_until   bigint  NOT NULL DEFAULT 0,
    revoked_at     bigint  NOT NULL DEFAULT 0,
    revoked_by     text    NOT NULL DEFAULT '',
    revoked_reason text    NOT NULL DEFAULT '',
    ousted         bytea,
    touched_at     bigint  NOT NULL DEFAULT 0
) WITH (fillfactor = 50);

-- One row per shared hold, or intent on an ancestor of what is held (mode). Changed only by who has locked the name's row and writes it, too.
CREATE TABLE IF NOT EXISTS ${sharer} (
    lease_key   bytea   NOT NULL,
    claim       bytea   NOT NULL,
    mode        text    NOT NULL,
    token       bigint  NOT NULL,
    holder      text    NOT NULL,
    instance    bytea   NOT NULL,
    started     bigint  NOT NULL,
    note        text    NOT NULL,
    acquired_at bigint  NOT NULL,
    renewed_at  bigint  NOT NULL,
    expires_at  bigint  NOT NULL,
    revoked     integer NOT NULL DEFAULT 0,
    released    integer NOT NULL DEFAULT 0,
    PRIMARY KEY (lease_key, claim)
) WITH (fillfactor = 50);

CREATE TABLE IF NOT EXISTS ${schema} (
    version integer NOT NULL PRIMARY KEY
);

INSERT INTO ${schema} (version) VALUES (1) ON CONFLICT DO NOTHING;

-- For people.
CREATE OR REPLACE VIEW ${leases} AS
SELECT name, 'EXCLUSIVE' AS mode,
       CASE WHEN claim IS NULL THEN 'KEPT' WHEN revoked = 1 THEN 'REVOKED' ELSE 'HELD' END AS state,
       holder, note, token,
       to_timestamp(acquired_at / 1000000.0) AS since,
       to_timestamp(renewed_at / 1000000.0) AS last_renewal,
       to_timestamp(expires_at / 1000000.0) - clock_timestamp() AS ends_in
FROM ${lease}
WHERE expires_at > ${now}
UNION ALL
SELECT l.name, s.mode,
       CASE WHEN s.released = 1 THEN 'KEPT' WHEN s.revoked = 1 THEN 'REVOKED' ELSE 'HELD' END,
       s.holder, s.note, s.token,
       to_timestamp(s.acquired_at / 1000000.0),
       to_timestamp(s.renewed_at / 1000000.0),
       to_timestamp(s.expires_at / 1000000.0) - clock_timestamp()
FROM ${sharer} s JOIN ${lease} l ON l.lease_key = s.lease_key
WHERE s.expires_at > ${now};
