// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import io.holdonce.HoldInfo;
import io.holdonce.LockMode;
import io.holdonce.spi.Claim;
import io.holdonce.spi.Hold;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Decides a claim on rows that were read, the same for every dialect.
 *
 * <p>The clock of the rows was read before the lock on them was waited for. That is always safe: what had ended by then has ended,
 * and what is granted lasts a little shorter, yet not shorter than its holder counts, who began before.
 */
final class Grant {

    private static final int MAX_BLOCKERS = 100;

    private final Claim claim;
    private final Rows rows;

    /** The holds in the way; empty if the claim can be granted. */
    final List<HoldInfo> blockers = new ArrayList<>();

    /** Names that the claim wants alone and some share. */
    final List<Hold> shared = new ArrayList<>();

    /** Looks at all rows; a name without one is free. */
    Grant(Claim claim, Rows rows) {
        this.claim = claim;
        this.rows = rows;
        for (Hold hold : claim.holds()) {
            LeaseRow row = rows.of(hold);
            if (row != null) {
                look(hold, row);
            }
        }
    }

    private void look(Hold hold, LeaseRow row) {
        boolean own = owns(hold, row);
        if (row.exclusivelyHeld() && !own && !leftBehind(row)) {
            add(Infos.exclusive(hold.name(), row));
        }
        List<SharerRow> others = row.lastingSharers().stream()
                .filter(sharer -> !sharer.mode.isCompatibleWith(hold.mode()) && !leftBehind(sharer))
                .toList();
        others.forEach(sharer -> add(Infos.shared(hold.name(), row, sharer)));
        if (hold.mode() == LockMode.EXCLUSIVE) {
            if (!others.isEmpty()) {
                shared.add(hold);
            }
        } else if (!own && row.waitedUntil > row.now) {
            add(Infos.awaited(hold.name(), row));
        } else if (!own && row.lastingSharers().stream().anyMatch(sharer -> sharer.claim.equals(claim.id()))) {
            // Its own, but revoked or let go: never brought back.
            row.lastingSharers().stream()
                    .filter(sharer -> sharer.claim.equals(claim.id()))
                    .forEach(sharer -> add(Infos.shared(hold.name(), row, sharer)));
        }
    }

    /** Names that were never used. */
    List<Hold> missing() {
        return claim.holds().stream().filter(hold -> rows.of(hold) == null).toList();
    }

    private void add(HoldInfo blocker) {
        if (blockers.size() < MAX_BLOCKERS) {
            blockers.add(blocker);
        }
    }

    /** Whether the hold is this claim's already, so that it keeps its token. */
    private boolean owns(Hold hold, LeaseRow row) {
        if (hold.mode() == LockMode.EXCLUSIVE) {
            return row.heldBy(claim.id()) && !row.revoked;
        }
        SharerRow sharer = row.sharer(claim.id());
        return sharer != null && sharer.expiresAt > row.now && !sharer.revoked && !sharer.released;
    }

    private boolean leftBehind(LeaseRow row) {
        return row.instance != null && claim.holder().supersedes(row.holder, row.instance, row.started);
    }

    private boolean leftBehind(SharerRow sharer) {
        return claim.holder().supersedes(sharer.holder, sharer.instance, sharer.started);
    }

    /** Writes the grant into the locked rows and answers its token. */
    long write() {
        List<LeaseRow> mine = claim.holds().stream()
                .map(hold -> Objects.requireNonNull(rows.of(hold)))
                .toList();
        boolean held = claim.holds().stream().allMatch(hold -> owns(hold, Objects.requireNonNull(rows.of(hold))));
        long token = held ? heldToken() : nextToken(mine);
        for (int i = 0; i < mine.size(); i++) {
            if (claim.holds().get(i).mode() == LockMode.EXCLUSIVE) {
                writeExclusive(mine.get(i), token, held);
            } else {
                writeShared(mine.get(i), claim.holds().get(i).mode(), token, held);
            }
        }
        return token;
    }

    private long heldToken() {
        Hold first = claim.holds().get(0);
        LeaseRow row = Objects.requireNonNull(rows.of(first));
        return first.mode() == LockMode.EXCLUSIVE ? row.token : Objects.requireNonNull(row.sharer(claim.id())).token;
    }

    /** One for all names: tokens of different rows cannot be compared after a step of the clock. */
    private static long nextToken(List<LeaseRow> mine) {
        return mine.stream()
                .mapToLong(row -> Math.max(row.token + 64, row.now))
                .max()
                .orElseThrow();
    }

    private void writeExclusive(LeaseRow row, long token, boolean held) {
        oustLeftBehind(row);
        row.sharers.forEach(sharer -> sharer.dropped = true);
        row.settleSharers();
        row.waitedUntil = 0;
        row.token = token;
        row.claim = claim.id();
        row.holder = claim.holder().label();
        row.instance = claim.holder().instance();
        row.started = claim.holder().started();
        row.note = Infos.text(claim.note());
        row.acquiredAt = held ? row.acquiredAt : row.now;
        row.renewedAt = row.now;
        row.expiresAt = row.now + Infos.micros(claim.ttl());
        row.revoked = false;
        row.touchedAt = row.now;
    }

    private void writeShared(LeaseRow row, LockMode mode, long token, boolean held) {
        oustLeftBehind(row);
        // Even if the clock steps back, an exclusive hold that had ended must not be renewed beside this sharer.
        row.freeExclusive();
        row.token = Math.max(row.token, token);
        SharerRow old = row.sharer(claim.id());
        SharerRow sharer = old == null ? new SharerRow(row.key, claim, mode) : old;
        if (old == null) {
            row.sharers.add(sharer);
        }
        sharer.changed = true;
        sharer.token = token;
        sharer.acquiredAt = held ? sharer.acquiredAt : row.now;
        sharer.renewedAt = row.now;
        sharer.expiresAt = row.now + Infos.micros(claim.ttl());
        sharer.revoked = false;
        sharer.released = false;
        row.touchedAt = row.now;
        row.settleSharers();
    }

    private void oustLeftBehind(LeaseRow row) {
        if (row.exclusivelyHeld() && leftBehind(row) && row.claim != null && !row.claim.equals(claim.id())) {
            row.oust(row.claim, LeaseRow.Ousting.TAKEN_OVER);
        }
        for (SharerRow sharer : row.lastingSharers()) {
            if (leftBehind(sharer)) {
                row.oust(sharer.claim, LeaseRow.Ousting.TAKEN_OVER);
                sharer.dropped = true;
            }
        }
    }
}
