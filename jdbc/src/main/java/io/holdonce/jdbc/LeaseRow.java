// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import io.holdonce.LockName;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A name's row: its exclusive hold, what its sharers and waiters mean for a grant, its last revocation.
 *
 * <p>{@code sharedUntil} is the latest expiry of all its sharer rows and 0 if and only if it has none, so that a name is known
 * to be free by this row alone.
 */
final class LeaseRow {

    static final String COLUMNS =
            "lease_key, name, token, claim, holder, instance, started, note, acquired_at, renewed_at, "
                    + "expires_at, revoked, shared_until, waited_until, revoked_at, revoked_by, revoked_reason, ousted, touched_at";

    /** How many ousted claims are remembered, for the reason that their renewals are told. */
    private static final int OUSTED = 32;

    private static final int OUSTED_BYTES = 1 + Ids.LENGTH;

    final byte[] key;
    final String name;
    long token;

    @Nullable
    UUID claim;

    String holder;

    @Nullable
    UUID instance;

    long started;
    String note;
    long acquiredAt;
    long renewedAt;
    long expiresAt;
    boolean revoked;
    long sharedUntil;
    long waitedUntil;
    long revokedAt;
    String revokedBy;
    String revokedReason;
    byte[] ousted;
    long touchedAt;

    /** The engine's clock when the row was read: before the lock, if the statement had to wait for it. */
    final long now;

    final List<SharerRow> sharers = new ArrayList<>();
    boolean changed;

    /** Reads {@link #COLUMNS} and the clock from the given column on. */
    LeaseRow(ResultSet row, int first) throws SQLException {
        int column = first;
        key = row.getBytes(column++);
        name = row.getString(column++);
        token = row.getLong(column++);
        claim = Ids.read(row.getBytes(column++));
        holder = row.getString(column++);
        instance = Ids.read(row.getBytes(column++));
        started = row.getLong(column++);
        note = row.getString(column++);
        acquiredAt = row.getLong(column++);
        renewedAt = row.getLong(column++);
        expiresAt = row.getLong(column++);
        revoked = row.getInt(column++) != 0;
        sharedUntil = row.getLong(column++);
        waitedUntil = row.getLong(column++);
        revokedAt = row.getLong(column++);
        revokedBy = row.getString(column++);
        revokedReason = row.getString(column++);
        byte[] read = row.getBytes(column++);
        ousted = read == null ? new byte[0] : read;
        touchedAt = row.getLong(column++);
        now = row.getLong(column);
    }

    void bind(Prepared statement) {
        int column = 1;
        statement.setLong(column++, token);
        statement.setId(column++, claim);
        statement.setText(column++, holder);
        statement.setId(column++, instance);
        statement.setLong(column++, started);
        statement.setText(column++, note);
        statement.setLong(column++, acquiredAt);
        statement.setLong(column++, renewedAt);
        statement.setLong(column++, expiresAt);
        statement.setInt(column++, revoked ? 1 : 0);
        statement.setLong(column++, sharedUntil);
        statement.setLong(column++, waitedUntil);
        statement.setLong(column++, revokedAt);
        statement.setText(column++, revokedBy);
        statement.setText(column++, revokedReason);
        statement.setBytes(column++, ousted.length == 0 ? null : ousted);
        statement.setLong(column++, touchedAt);
        statement.setBytes(column, key);
    }

    LockName lockName() {
        return LockName.parse(name);
    }

    /** Whether an exclusive hold lasts, kept or revoked ones too. */
    boolean exclusivelyHeld() {
        return expiresAt > now;
    }

    boolean heldBy(UUID claimId) {
        return exclusivelyHeld() && claimId.equals(claim);
    }

    /** The sharers whose holds last. */
    List<SharerRow> lastingSharers() {
        return sharers.stream().filter(sharer -> sharer.expiresAt > now).toList();
    }

    @Nullable
    SharerRow sharer(UUID claimId) {
        return sharers.stream()
                .filter(sharer -> sharer.claim.equals(claimId))
                .findFirst()
                .orElse(null);
    }

    /** Ends the exclusive hold for good: without a claim no step of the clock brings it back. */
    void freeExclusive() {
        claim = null;
        expiresAt = 0;
        revoked = false;
        changed = true;
    }

    /** Drops sharers that have ended and computes anew what they mean for a grant. */
    void settleSharers() {
        sharers.forEach(sharer -> sharer.dropped |= sharer.expiresAt <= now);
        sharedUntil = sharers.stream()
                .filter(sharer -> !sharer.dropped)
                .mapToLong(sharer -> sharer.expiresAt)
                .max()
                .orElse(0);
        changed = true;
    }

    void oust(UUID claimId, Ousting how) {
        byte[] entry = new byte[OUSTED_BYTES];
        entry[0] = how.code;
        System.arraycopy(Ids.bytes(claimId), 0, entry, 1, Ids.LENGTH);
        int kept = Math.min(ousted.length, (OUSTED - 1) * OUSTED_BYTES);
        byte[] longer = Arrays.copyOf(entry, OUSTED_BYTES + kept);
        System.arraycopy(ousted, 0, longer, OUSTED_BYTES, kept);
        ousted = longer;
        changed = true;
    }

    /** How a claim was ousted, null if it was not or long ago. */
    @Nullable
    Ousting oustingOf(UUID claimId) {
        byte[] id = Ids.bytes(claimId);
        for (int at = 0; at + OUSTED_BYTES <= ousted.length; at += OUSTED_BYTES) {
            if (Arrays.equals(ousted, at + 1, at + OUSTED_BYTES, id, 0, Ids.LENGTH)) {
                return ousted[at] == Ousting.REVOKED.code ? Ousting.REVOKED : Ousting.TAKEN_OVER;
            }
        }
        return null;
    }

    /** What ended a hold before its holder did. */
    enum Ousting {
        REVOKED('R'),
        TAKEN_OVER('T');

        private final byte code;

        Ousting(char code) {
            this.code = (byte) code;
        }
    }
}
