// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import io.holdonce.LockMode;
import io.holdonce.ReleaseOutcome;
import io.holdonce.spi.Hold;
import io.holdonce.spi.Release;
import java.sql.SQLException;
import java.util.Objects;

/** Ends one claim. Only rows that are still the claim's own are touched. */
final class Releasing {

    private Releasing() {}

    static ReleaseOutcome release(Session session, Release release) throws SQLException {
        boolean single = release.holds().size() == 1 && release.holds().get(0).mode() == LockMode.EXCLUSIVE;
        boolean released = single ? single(session, release) : locking(session, release);
        return released ? ReleaseOutcome.RELEASED : ReleaseOutcome.LOST;
    }

    private static boolean single(Session session, Release release) throws SQLException {
        try (Prepared statement = session.prepare(Op.RELEASE)) {
            statement.setBytes(1, release.holds().get(0).name().key());
            statement.setId(2, release.claimId());
            statement.setLong(3, Infos.micros(release.holdAtLeast()));
            return statement.executeUpdate() == 1;
        }
    }

    private static boolean locking(Session session, Release release) throws SQLException {
        return Objects.requireNonNull(session.inTransaction(() -> {
            Rows rows = session.rows(Op.LOCK, Rows.keys(release.holds()));
            session.loadSharers(rows.all());
            boolean any = false;
            for (Hold hold : release.holds()) {
                LeaseRow row = rows.of(hold);
                any |= row != null && end(hold, row, release);
            }
            session.write(rows);
            return any;
        }));
    }

    /** Asked for nothing, the start is not looked at: it may lie ahead of a clock that was set back. */
    private static long keptUntil(long acquiredAt, long least, long now) {
        return least > 0 && acquiredAt + least > now ? acquiredAt + least : 0;
    }

    private static boolean end(Hold hold, LeaseRow row, Release release) {
        long least = Infos.micros(release.holdAtLeast());
        if (hold.mode() == LockMode.EXCLUSIVE) {
            if (!row.heldBy(release.claimId())) {
                return false;
            }
            row.freeExclusive();
            row.expiresAt = keptUntil(row.acquiredAt, least, row.now);
            row.touchedAt = row.now;
            return true;
        }
        SharerRow sharer = row.sharer(release.claimId());
        if (sharer == null || sharer.expiresAt <= row.now || sharer.released) {
            return false;
        }
        sharer.expiresAt = keptUntil(sharer.acquiredAt, least, row.now);
        sharer.released = true;
        sharer.revoked = false;
        sharer.changed = true;
        row.touchedAt = row.now;
        row.settleSharers();
        return true;
    }
}
