// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import io.holdonce.spi.Claim;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Objects;
import java.util.UUID;

/** One shared hold of a name. Read and written only while the name's row is locked, except for listing. */
final class SharerRow {

    static final String COLUMNS =
            "lease_key, claim, token, holder, instance, started, note, acquired_at, renewed_at, expires_at, "
                    + "revoked, released";

    final byte[] key;
    final UUID claim;
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
        token = row.getLong(3);
        holder = row.getString(4);
        instance = Objects.requireNonNull(Ids.read(row.getBytes(5)));
        started = row.getLong(6);
        note = row.getString(7);
        acquiredAt = row.getLong(8);
        renewedAt = row.getLong(9);
        expiresAt = row.getLong(10);
        revoked = row.getInt(11) != 0;
        released = row.getInt(12) != 0;
        added = false;
    }

    SharerRow(byte[] key, Claim claim) {
        this.key = key;
        this.claim = claim.id();
        holder = claim.holder().label();
        instance = claim.holder().instance();
        started = claim.holder().started();
        note = claim.note();
        added = true;
    }

    void bind(Prepared statement) {
        statement.setLong(1, token);
        statement.setText(2, holder);
        statement.setId(3, instance);
        statement.setLong(4, started);
        statement.setText(5, note);
        statement.setLong(6, acquiredAt);
        statement.setLong(7, renewedAt);
        statement.setLong(8, expiresAt);
        statement.setInt(9, revoked ? 1 : 0);
        statement.setInt(10, released ? 1 : 0);
        statement.setBytes(11, key);
        statement.setId(12, claim);
    }
}
