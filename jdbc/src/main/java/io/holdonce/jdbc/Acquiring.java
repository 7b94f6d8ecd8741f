// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import io.holdonce.LockMode;
import io.holdonce.spi.AcquireAnswer;
import io.holdonce.spi.Claim;
import io.holdonce.spi.Hold;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Grants one claim. One exclusive hold takes one statement; all else locks its rows first. */
final class Acquiring {

    /** How often others may be faster before the claim is answered as contended, which it then is. */
    private static final int RACES = 20;

    private final Session session;
    private final Claim claim;

    private Acquiring(Session session, Claim claim) {
        this.session = session;
        this.claim = claim;
    }

    static AcquireAnswer acquire(Session session, Claim claim) throws SQLException {
        Acquiring acquiring = new Acquiring(session, claim);
        boolean single = claim.holds().size() == 1 && claim.holds().get(0).mode() == LockMode.EXCLUSIVE;
        return single && !claim.holder().takesOver()
                ? acquiring.single(claim.holds().get(0))
                : acquiring.locking();
    }

    private AcquireAnswer single(Hold hold) throws SQLException {
        for (int race = 0; race < RACES; race++) {
            Attempt attempt = attempt(Op.ACQUIRE, hold);
            if (attempt.granted) {
                return new AcquireAnswer.Granted(attempt.token);
            }
            LeaseRow row = attempt.row;
            if (row == null && !session.dialect().tellsBlocker()) {
                row = session.rows(Op.READ, Rows.keys(claim.holds())).of(hold);
            }
            if (row == null) {
                attempt = insert(hold);
                if (attempt.granted) {
                    return new AcquireAnswer.Granted(attempt.token);
                }
                continue;
            }
            if (row.heldBy(claim.id()) && !row.revoked) {
                // An earlier try of the same claim came between the two statements.
                continue;
            }
            if (row.exclusivelyHeld()) {
                return new AcquireAnswer.Contended(List.of(Infos.exclusive(hold.name(), row)));
            }
            if (row.sharedUntil > row.now) {
                return refuse(look(new Rows(List.of(row))));
            }
            if (row.sharedUntil != 0) {
                return locking();
            }
            // Free by this reading: another had it for a moment.
        }
        return new AcquireAnswer.Contended(List.of());
    }

    private Attempt insert(Hold hold) throws SQLException {
        try {
            return attempt(Op.INSERT_GRANTED, hold);
        } catch (SQLException e) {
            if (session.dialect().fault(e) == Fault.DUPLICATE) {
                return Attempt.REFUSED;
            }
            throw e;
        }
    }

    private record Attempt(
            boolean granted, long token, @Nullable LeaseRow row) {
        static final Attempt REFUSED = new Attempt(false, 0, null);
    }

    private Attempt attempt(Op op, Hold hold) throws SQLException {
        try (Prepared statement = session.prepare(op)) {
            statement.setBytes(1, hold.name().key());
            statement.setId(2, claim.id());
            statement.setText(3, Infos.text(claim.holder().label()));
            statement.setId(4, claim.holder().instance());
            statement.setLong(5, claim.holder().started());
            statement.setText(6, Infos.text(claim.note()));
            statement.setLong(7, Infos.micros(claim.ttl()));
            statement.setText(8, hold.name().toString());
            if (!session.dialect().answersWrites()) {
                Long token = statement.executeForNumber();
                return token == null ? Attempt.REFUSED : new Attempt(true, token, null);
            }
            try (ResultSet result = statement.executeQuery()) {
                if (!result.next()) {
                    return Attempt.REFUSED;
                }
                boolean granted = result.getInt(1) == 1;
                LeaseRow row = new LeaseRow(result, 2);
                Attempt first = new Attempt(granted, row.token, row);
                while (result.next()) {
                    // H2 shows a granted row twice; SQLite ends its transaction only at the end of the result.
                }
                return first;
            }
        }
    }

    private AcquireAnswer locking() throws SQLException {
        for (int race = 0; race < RACES; race++) {
            // Without a lock first, since a lock alone is a write, and a refused claim writes nothing.
            Grant look = look(session.rows(Op.READ, Rows.keys(claim.holds())));
            AcquireAnswer answer = look.blockers.isEmpty() ? lockAndGrant(look) : refuse(look);
            if (answer != null) {
                return answer;
            }
        }
        return new AcquireAnswer.Contended(List.of());
    }

    private Grant look(Rows rows) throws SQLException {
        session.loadSharers(rows.all());
        return new Grant(claim, rows);
    }

    /** Null if a row vanished before it could be locked. */
    private @Nullable AcquireAnswer lockAndGrant(Grant look) throws SQLException {
        for (Hold missing : look.missing()) {
            insertBlank(missing);
        }
        Grant[] decided = new Grant[1];
        AcquireAnswer answer = session.inTransaction(() -> {
            Rows rows = session.rows(Op.LOCK, Rows.keys(claim.holds()));
            if (!rows.hasAll(claim.holds())) {
                return null;
            }
            Grant grant = look(rows);
            decided[0] = grant;
            if (!grant.blockers.isEmpty()) {
                return null;
            }
            long token = grant.write();
            session.write(rows);
            return new AcquireAnswer.Granted(token);
        });
        return answer != null || decided[0] == null ? answer : refuse(decided[0]);
    }

    /** In a statement of its own, so that no transaction holds a new row while it waits for another. */
    private void insertBlank(Hold hold) throws SQLException {
        try (Prepared statement = session.prepare(Op.INSERT_BLANK)) {
            statement.setBytes(1, hold.name().key());
            statement.setText(2, hold.name().toString());
            statement.executeUpdate();
        } catch (SQLException e) {
            if (session.dialect().fault(e) != Fault.DUPLICATE) {
                throw e;
            }
        }
    }

    private AcquireAnswer refuse(Grant grant) throws SQLException {
        stamp(grant.shared);
        return new AcquireAnswer.Contended(grant.blockers);
    }

    /** Without it a stream of sharers keeps an exclusive claim out for ever. It ends by itself, so nothing leaks. */
    private void stamp(List<Hold> shared) throws SQLException {
        Duration waiting = claim.waiting();
        if (waiting.isZero() || waiting.isNegative()) {
            return;
        }
        for (Hold hold : shared) {
            try (Prepared statement = session.prepare(Op.STAMP)) {
                statement.setLong(1, Infos.micros(waiting));
                statement.setBytes(2, hold.name().key());
                statement.executeUpdate();
            }
        }
    }
}
