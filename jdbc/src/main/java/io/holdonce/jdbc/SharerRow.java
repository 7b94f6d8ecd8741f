// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import io.holdonce.LockMode;
import io.holdonce.spi.Claim;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Objects;
import java.util.UUID;

/** One hold of a name that others may have beside it: shared, or an intent. Read and written only while the name's row is locked, except for listing. */
final class SharerRow {

    static final String COLUMNS =
            "lease_key, claim, mode, token, holder, instance, started, note, acquired_at, renewed_at, expires_at, "
                    + "revoked, released";

    final byte[] key;
    final UUID claim;
    final LockMode mode;
    long token;
    String holder;
    UUID instance;
    long started;
    String note;
    long acquiredAt;
    long renewedAt;
    long expiresAt;
    boolean revoked;
    boolean released;

    /** Not in the table yet. */
    final boolean added;

    boolean changed;
    boolean dropped;

    SharerRow(ResultSet row) throws SQLException {
        key = row.getBytes(1);
        claim = Objects.requireNonNull(Ids.read(row.getBytes(2)));
        mode = LockMode.valueOf(row.getString(3));
        token = row.getLong(4);
        holder = row.getString(5);
        instance = Objects.requireNonNull(Ids.read(row.getBytes(6)));
        started = row.getLong(7);
        note = row.getString(8);
        acquiredAt = row.getLong(9);
        renewedAt = row.getLong(10);
        expiresAt = row.getLong(11);
        revoked = row.getInt(12) != 0;
        released = row.getInt(13) != 0;
        added = false;
    }

    SharerRow(byte[] key, Claim claim, LockMode mode) {
        this.key = key;
        this.claim = claim.id();
        this.mode = mode;
        holder = claim.holder().label();
        instance = claim.holder().instance();
        started = claim.holder().started();
        note = claim.note();
        added = true;
    }

    void bind(Prepared statement) {
        statement.setText(1, mode.name());
        statement.setLong(2, token);
        statement.setText(3, holder);
        statement.setId(4, instance);
        statement.setLong(5, started);
        statement.setText(6, note);
        statement.setLong(7, acquiredAt);
        statement.setLong(8, renewedAt);
        statement.setLong(9, expiresAt);
        statement.setInt(10, revoked ? 1 : 0);
        statement.setInt(11, released ? 1 : 0);
        statement.setBytes(12, key);
        statement.setId(13, claim);
    }
}
