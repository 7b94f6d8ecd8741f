// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import io.holdonce.LockMode;
import io.holdonce.LossReason;
import io.holdonce.spi.Hold;
import io.holdonce.spi.RenewAnswer;
import io.holdonce.spi.Renewal;
import java.nio.ByteBuffer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Renews a chunk of claims: exclusive ones by one statement, those with shared holds by one transaction. A claim whose rows did
 * not all come back is looked at: it is lost, or a row of it is locked by another for now, which is tried again a few times.
 */
final class Renewing {

    /** How often a locked row is tried again; the pauses between add up to about a tenth of a second. */
    private static final int ROUNDS = 6;

    private final Session session;
    private final Deadline deadline;
    private final Map<UUID, RenewAnswer> answers = new HashMap<>();

    private Renewing(Session session, Deadline deadline) {
        this.session = session;
        this.deadline = deadline;
    }

    /** Answers by claim; a claim without an answer is unknown. All have the same ttl. */
    static Map<UUID, RenewAnswer> renew(Session session, Deadline deadline, List<Renewal> renewals)
            throws SQLException {
        Renewing renewing = new Renewing(session, deadline);
        renewing.renew(renewals, alone(renewals.get(0)));
        return renewing.answers;
    }

    /** Whether a claim has exclusive holds only, so that its name rows are all there is to it. */
    static boolean alone(Renewal renewal) {
        return renewal.holds().stream().allMatch(hold -> hold.mode() == LockMode.EXCLUSIVE);
    }

    private void renew(List<Renewal> renewals, boolean alone) throws SQLException {
        List<Renewal> pending = renewals;
        for (int round = 0; round < ROUNDS && !pending.isEmpty(); round++) {
            if (round > 0 && !deadline.pause(round)) {
                return;
            }
            try {
                if (alone && session.dialect().answersWrites()) {
                    renewAlone(pending);
                } else if (alone) {
                    lockAndRenewAlone(pending);
                } else {
                    renewLocking(pending);
                }
            } catch (SQLException e) {
                if (session.dialect().fault(e) != Fault.STUCK) {
                    throw e;
                }
                if (pending.size() > 1) {
                    // One row costs only its own claim.
                    for (Renewal each : pending) {
                        if (!deadline.passed()) {
                            renew(List.of(each), alone);
                        }
                    }
                }
                return;
            }
            pending = unanswered(pending);
            if (!pending.isEmpty()) {
                findLost(pending);
                pending = unanswered(pending);
            }
        }
    }

    private List<Renewal> unanswered(List<Renewal> renewals) {
        return renewals.stream()
                .filter(renewal -> !answers.containsKey(renewal.claimId()))
                .toList();
    }

    private void renewAlone(List<Renewal> renewals) throws SQLException {
        Set<ByteBuffer> renewed = new HashSet<>();
        try (Prepared statement = session.prepare(Op.RENEW)) {
            bind(statement, renewals);
            try (ResultSet result = statement.executeQuery()) {
                while (result.next()) {
                    renewed.add(pair(result.getBytes(1), result.getBytes(2)));
                }
            }
        }
        for (Renewal renewal : renewals) {
            byte[] id = Ids.bytes(renewal.claimId());
            if (renewal.holds().stream()
                    .allMatch(hold -> renewed.contains(pair(hold.name().key(), id)))) {
                answers.put(renewal.claimId(), new RenewAnswer.Renewed());
            }
        }
    }

    private static void bind(Prepared statement, List<Renewal> renewals) {
        statement.setList(1, keys(renewals));
        statement.setList(2, renewals.stream().map(r -> Ids.bytes(r.claimId())).toList());
        statement.setLong(3, Infos.micros(renewals.get(0).ttl()));
    }

    /** Leaves out what another has locked, then renews what is still there by one statement. */
    private void lockAndRenewAlone(List<Renewal> renewals) throws SQLException {
        List<Renewal> renewed = session.inTransaction(() -> {
            Rows rows = session.rows(Op.LOCK_FREE, keys(renewals));
            List<Renewal> mine = renewals.stream()
                    .filter(renewal -> rows.hasAll(renewal.holds())
                            && renewal.holds().stream().allMatch(hold -> loss(renewal, hold, rows) == null))
                    .toList();
            if (mine.isEmpty()) {
                return null;
            }
            try (Prepared statement = session.prepare(Op.RENEW)) {
                bind(statement, mine);
                // Fewer: one of them ended between the two statements.
                return statement.executeUpdate() == keys(mine).size() ? mine : null;
            }
        });
        if (renewed != null) {
            renewed.forEach(renewal -> answers.put(renewal.claimId(), new RenewAnswer.Renewed()));
        }
    }

    private static ByteBuffer pair(byte[] key, byte[] claim) {
        return ByteBuffer.allocate(key.length + claim.length)
                .put(key)
                .put(claim)
                .flip();
    }

    /** In key order, each once. */
    private static List<byte[]> keys(List<Renewal> renewals) {
        return renewals.stream()
                .flatMap(renewal -> renewal.holds().stream())
                .map(Hold::name)
                .distinct()
                .sorted(io.holdonce.LockName::compareByKey)
                .map(io.holdonce.LockName::key)
                .toList();
    }

    private void renewLocking(List<Renewal> renewals) throws SQLException {
        List<UUID> renewed = session.inTransaction(() -> {
            Rows rows = session.rows(Op.LOCK_FREE, keys(renewals));
            session.loadSharers(rows.all());
            List<UUID> done = new ArrayList<>();
            for (Renewal renewal : renewals) {
                if (rows.hasAll(renewal.holds())
                        && renewal.holds().stream().allMatch(hold -> loss(renewal, hold, rows) == null)) {
                    renewal.holds().forEach(hold -> extend(renewal, hold, rows));
                    done.add(renewal.claimId());
                }
            }
            session.write(rows);
            return done;
        });
        if (renewed != null) {
            renewed.forEach(id -> answers.put(id, new RenewAnswer.Renewed()));
        }
    }

    private static void extend(Renewal renewal, Hold hold, Rows rows) {
        LeaseRow row = rows.of(hold);
        if (row == null) {
            return;
        }
        long until = row.now + Infos.micros(renewal.ttl());
        SharerRow sharer = row.sharer(renewal.claimId());
        if (hold.mode() == LockMode.EXCLUSIVE) {
            row.renewedAt = row.now;
            row.expiresAt = until;
        } else if (sharer != null) {
            sharer.renewedAt = row.now;
            sharer.expiresAt = until;
            sharer.changed = true;
            row.settleSharers();
        }
        // The name's row is written even if nothing in it differs: every change of a sharer must write it.
        row.touchedAt = row.now;
        row.changed = true;
    }

    /** Rows as they are without a lock: a hold that is not the claim's now will never be again. */
    private void findLost(List<Renewal> renewals) throws SQLException {
        Rows rows = session.rows(Op.READ, keys(renewals));
        session.loadSharers(rows.all());
        for (Renewal renewal : renewals) {
            for (Hold hold : renewal.holds()) {
                LossReason loss = loss(renewal, hold, rows);
                if (loss != null) {
                    answers.putIfAbsent(renewal.claimId(), new RenewAnswer.Lost(loss));
                }
            }
        }
    }

    private static @Nullable LossReason loss(Renewal renewal, Hold hold, Rows rows) {
        LeaseRow row = rows.of(hold);
        if (row == null) {
            return gone(hold);
        }
        LeaseRow.Ousting ousting = row.oustingOf(renewal.claimId());
        if (ousting == LeaseRow.Ousting.TAKEN_OVER) {
            return new LossReason(
                    LossReason.Kind.TAKEN_OVER,
                    "'" + hold.name() + "' was taken over by a later instance of the same holder.");
        }
        if (ousting == LeaseRow.Ousting.REVOKED) {
            return revoked(hold, row);
        }
        if (hold.mode() == LockMode.EXCLUSIVE) {
            if (!row.heldBy(renewal.claimId())) {
                return gone(hold);
            }
            return row.revoked ? revoked(hold, row) : null;
        }
        SharerRow sharer = row.sharer(renewal.claimId());
        if (sharer == null || sharer.expiresAt <= row.now || sharer.released) {
            return gone(hold);
        }
        return sharer.revoked ? revoked(hold, row) : null;
    }

    private static LossReason gone(Hold hold) {
        return new LossReason(LossReason.Kind.GONE, "The store no longer has '" + hold.name() + "' for this lease.");
    }

    private static LossReason revoked(Hold hold, LeaseRow row) {
        return new LossReason(
                LossReason.Kind.REVOKED,
                "'" + hold.name() + "' was revoked by " + row.revokedBy + ": " + row.revokedReason + '.');
    }
}
