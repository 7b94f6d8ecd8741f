-- Holdonce, SQLite, schema version 1. All times are microseconds since 1970, by the server's clock.

-- One row per name, kept after release, so that tokens only grow. What decides a grant stands in it.
CREATE TABLE IF NOT EXISTS ${lease} (
    lease_key      blob    NOT NULL PRIMARY KEY,
    name           text    NOT NULL,
    token          integer NOT NULL DEFAULT 0,
    claim          blob,
    holder         text    NOT NULL DEFAULT '',
    instance       blob,
    started        integer NOT NULL DEFAULT 0,
    note           text    NOT NULL DEFAULT '',
    acquired_at    integer NOT NULL DEFAULT 0,
    renewed_at     integer NOT NULL DEFAULT 0,
    expires_at     integer NOT NULL DEFAULT 0,
    revoked        integer NOT NULL DEFAULT 0,
    shared_until   integer NOT NULL DEFAULT 0,
    waited_until   integer NOT NULL DEFAULT 0,
    revoked_at     integer NOT NULL DEFAULT 0,
    revoked_by     text    NOT NULL DEFAULT '',
    revoked_reason text    NOT NULL DEFAULT '',
    ousted         blob,
    touched_at     integer NOT NULL DEFAULT 0
) WITHOUT ROWID;

-- One row per shared hold, or intent on an ancestor of what is held (mode). Changed only by who has locked the name's row and writes it, too.
CREATE TABLE IF NOT EXISTS ${sharer} (
    lease_key   blob    NOT NULL,
    claim       blob    NOT NULL,
    mode        text    NOT NULL,
    token       integer NOT NULL,
    holder      text    NOT NULL,
    instance    blob    NOT NULL,
    started     integer NOT NULL,
    note        text    NOT NULL,
    acquired_at integer NOT NULL,
    renewed_at  integer NOT NULL,
    expires_at  integer NOT NULL,
    revoked     integer NOT NULL DEFAULT 0,
    released    integer NOT NULL DEFAULT 0,
    PRIMARY KEY (lease_key, claim)
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS ${schema} (
    version integer NOT NULL PRIMARY KEY
);

INSERT INTO ${schema} (version) VALUES (1) ON CONFLICT DO NOTHING;

-- For people; ends_in is in seconds.
CREATE VIEW IF NOT EXISTS ${leases} AS
SELECT name, 'EXCLUSIVE' AS mode,
       CASE WHEN claim IS NULL THEN 'KEPT' WHEN revoked = 1 THEN 'REVOKED' ELSE 'HELD' END AS state,
       holder, note, token,
       strftime('%Y-%m-%dT%H:%M:%fZ', acquired_at / 1000000.0, 'unixepoch') AS since,
       strftime('%Y-%m-%dT%H:%M:%fZ', renewed_at / 1000000.0, 'unixepoch') AS last_renewal,
       (expires_at - ${now}) / 1000000.0 AS ends_in
FROM ${lease}
WHERE expires_at > ${now}
UNION ALL
SELECT l.name, s.mode,
       CASE WHEN s.released = 1 THEN 'KEPT' WHEN s.revoked = 1 THEN 'REVOKED' ELSE 'HELD' END,
       s.holder, s.note, s.token,
       strftime('%Y-%m-%dT%H:%M:%fZ', s.acquired_at / 1000000.0, 'unixepoch'),
       strftime('%Y-%m-%dT%H:%M:%fZ', s.renewed_at / 1000000.0, 'unixepoch'),
       (s.expires_at - ${now}) / 1000000.0
FROM ${sharer} s JOIN ${lease} l ON l.lease_key = s.lease_key
WHERE s.expires_at > ${now};
