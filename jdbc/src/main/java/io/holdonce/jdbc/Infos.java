// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import io.holdonce.HoldInfo;
import io.holdonce.HoldState;
import io.holdonce.LockMode;
import io.holdonce.LockName;
import io.holdonce.LockStatus;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Rows in words for people. */
final class Infos {

    private Infos() {}

    static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    static long micros(Duration duration) {
        try {
            return Math.addExact(Math.multiplyExact(duration.getSeconds(), 1_000_000L), duration.getNano() / 1_000L);
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException(duration + " is too long; use less than 100,000 days.", e);
        }
    }

    private static Duration between(long from, long to) {
        return Duration.of(Math.max(0, to - from), ChronoUnit.MICROS);
    }

    static HoldInfo exclusive(LockName name, LeaseRow row) {
        HoldState state = row.claim == null ? HoldState.KEPT : row.revoked ? HoldState.REVOKED : HoldState.HELD;
        return new HoldInfo(
                name,
                LockMode.EXCLUSIVE,
                state,
                row.holder,
                row.note,
                row.token,
                instant(row.acquiredAt),
                between(row.renewedAt, row.now),
                between(row.now, row.expiresAt));
    }

    static HoldInfo shared(LockName name, LeaseRow row, SharerRow sharer) {
        HoldState state = sharer.released ? HoldState.KEPT : sharer.revoked ? HoldState.REVOKED : HoldState.HELD;
        return new HoldInfo(
                name,
                sharer.mode,
                state,
                sharer.holder,
                sharer.note,
                sharer.token,
                instant(sharer.acquiredAt),
                between(sharer.renewedAt, row.now),
                between(row.now, sharer.expiresAt));
    }

    static HoldInfo awaited(LockName name, LeaseRow row) {
        return new HoldInfo(
                name,
                LockMode.EXCLUSIVE,
                HoldState.AWAITED,
                "",
                "",
                0,
                instant(row.now),
                Duration.ZERO,
                between(row.now, row.waitedUntil));
    }

    /** All that lasts. */
    static List<HoldInfo> all(LockName name, LeaseRow row) {
        List<HoldInfo> infos = new ArrayList<>();
        if (row.exclusivelyHeld()) {
            infos.add(exclusive(name, row));
        }
        row.lastingSharers().forEach(sharer -> infos.add(shared(name, row, sharer)));
        return infos;
    }

    static LockStatus status(LockName name, LeaseRow row) {
        Optional<LockStatus.Revoked> revoked = row.revokedAt == 0
                ? Optional.empty()
                : Optional.of(new LockStatus.Revoked(row.revokedBy, row.revokedReason, instant(row.revokedAt)));
        return new LockStatus(name, row.token, all(name, row), revoked, instant(row.now));
    }

    /** What PostgreSQL's text refuses is written as a replacement character. */
    static String text(String text) {
        return text.replace('\0', '\uFFFD');
    }
}
