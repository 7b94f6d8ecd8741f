// SPDX-License-Identifier: Apache-2.0
package io.holdonce.test;

import io.holdonce.HoldInfo;
import io.holdonce.HoldState;
import io.holdonce.LockMode;
import io.holdonce.LockName;
import io.holdonce.LockStatus;
import io.holdonce.LockStatus.Revoked;
import io.holdonce.LossReason;
import io.holdonce.LossReason.Kind;
import io.holdonce.spi.Claim;
import io.holdonce.spi.Revocation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What is on record of one name; kept after release, so that tokens go on growing. */
final class Row {

    final LockName name;
    final List<Held> holds = new ArrayList<>();
    /** Claims whose hold was ended by force, until they ask. */
    final Map<UUID, LossReason> ended = new HashMap<>();

    long token;
    long touched;
    /** Until then an exclusive claim waits for sharers to leave, and new ones are held back. */
    long awaitedUntil;

    @Nullable
    Revoked lastRevoked;

    Row(LockName name) {
        this.name = name;
    }

    Optional<Held> own(UUID claim, long now) {
        return holds.stream().filter(held -> held.isOwn(claim, now)).findFirst();
    }

    boolean isFree(long now) {
        return holds.stream().noneMatch(held -> held.lasts(now)) && awaitedUntil <= now;
    }

    void grant(Claim claim, LockMode mode, long newToken, Predicate<Held> superseded, long now) {
        holds.stream()
                .filter(held -> held.lasts(now) && superseded.test(held))
                .forEach(held -> ended.put(
                        held.claimId,
                        new LossReason(
                                Kind.TAKEN_OVER,
                                "A later instance of '" + claim.holder().label() + "' took it over.")));
        // What has expired goes too: a clock set back later must not revive it beside this hold.
        holds.removeIf(held -> !held.lasts(now) || held.claimId.equals(claim.id()) || superseded.test(held));
        holds.add(new Held(claim, mode, newToken, now));
        token = newToken;
        touched = now;
        if (mode == LockMode.EXCLUSIVE) {
            awaitedUntil = 0;
        }
    }

    /** Why a claim that asks for its renewal has it no more, if that is on record. */
    Optional<LossReason> whyLost(UUID claim, long now) {
        return Optional.ofNullable(ended.remove(claim)).or(() -> holds.stream()
                .filter(held -> held.claimId.equals(claim) && held.lasts(now))
                .flatMap(held -> Optional.ofNullable(held.revoked).stream())
                .findFirst()
                .map(Row::revoked));
    }

    int revoke(Revocation order, long now) {
        Revoked audit = new Revoked(order.by(), order.reason(), Micros.instant(now));
        List<Held> concerned = holds.stream()
                .filter(held -> held.lasts(now) && (order.now() || !held.kept))
                .filter(held -> order.holder().map(held.holder.label()::equals).orElse(true))
                .toList();
        for (Held held : concerned) {
            held.revoked = audit;
            if (order.now()) {
                ended.put(held.claimId, revoked(audit));
                holds.remove(held);
            }
            lastRevoked = audit;
            touched = now;
        }
        return concerned.size();
    }

    private static LossReason revoked(Revoked audit) {
        return new LossReason(Kind.REVOKED, "Revoked by " + audit.by() + ": " + audit.reason());
    }

    /** The waiting writer as a refused sharer sees it; who waits is not on record. */
    HoldInfo awaited(long now) {
        return new HoldInfo(
                name,
                LockMode.EXCLUSIVE,
                HoldState.AWAITED,
                "",
                "",
                0,
                Micros.instant(now),
                Duration.ZERO,
                Micros.duration(awaitedUntil - now));
    }

    LockStatus status(long now) {
        return new LockStatus(
                name,
                token,
                holds.stream()
                        .filter(held -> held.lasts(now))
                        .map(held -> held.describe(name, now))
                        .toList(),
                Optional.ofNullable(lastRevoked),
                Micros.instant(now));
    }
}
