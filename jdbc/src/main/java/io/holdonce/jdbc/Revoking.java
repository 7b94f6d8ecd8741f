// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import io.holdonce.LockMode;
import io.holdonce.spi.Hold;
import io.holdonce.spi.Revocation;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;

/** Marks or ends the holds of a name. */
final class Revoking {

    private Revoking() {}

    static int revoke(Session session, Revocation order) throws SQLException {
        Hold hold = new Hold(order.name(), LockMode.EXCLUSIVE);
        return Objects.requireNonNull(session.inTransaction(() -> {
            Rows rows = session.rows(Op.LOCK, Rows.keys(List.of(hold)));
            LeaseRow row = rows.of(hold);
            if (row == null) {
                return 0;
            }
            session.loadSharers(rows.all());
            int count = revokeExclusive(order, row) + revokeSharers(order, row);
            if (count > 0) {
                row.revokedAt = row.now;
                row.revokedBy = Infos.text(order.by());
                row.revokedReason = Infos.text(order.reason());
                row.touchedAt = row.now;
                row.settleSharers();
            }
            session.write(rows);
            return count;
        }));
    }

    private static boolean meant(Revocation order, String holder) {
        return order.holder().isEmpty() || order.holder().get().equals(holder);
    }

    private static int revokeExclusive(Revocation order, LeaseRow row) {
        if (!row.exclusivelyHeld() || !meant(order, row.holder)) {
            return 0;
        }
        if (order.now()) {
            if (row.claim != null) {
                row.oust(row.claim, LeaseRow.Ousting.REVOKED);
            }
            row.freeExclusive();
            return 1;
        }
        if (row.claim == null) {
            // Kept only by holdAtLeast: nobody renews it.
            return 0;
        }
        row.revoked = true;
        return 1;
    }

    private static int revokeSharers(Revocation order, LeaseRow row) {
        int count = 0;
        for (SharerRow sharer : row.lastingSharers()) {
            if (!meant(order, sharer.holder)) {
                continue;
            }
            if (order.now()) {
                if (!sharer.released) {
                    row.oust(sharer.claim, LeaseRow.Ousting.REVOKED);
                }
                sharer.dropped = true;
                count++;
            } else if (!sharer.released) {
                sharer.revoked = true;
                sharer.changed = true;
                count++;
            }
        }
        return count;
    }
}
