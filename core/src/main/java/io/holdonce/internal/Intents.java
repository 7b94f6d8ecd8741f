// SPDX-License-Identifier: Apache-2.0
package io.holdonce.internal;

import io.holdonce.HoldInfo;
import io.holdonce.LockMode;
import io.holdonce.LockName;
import io.holdonce.LockRequest;
import io.holdonce.LossReason;
import io.holdonce.StoreUnavailableException;
import io.holdonce.spi.AcquireAnswer;
import io.holdonce.spi.Claim;
import io.holdonce.spi.Hold;
import io.holdonce.spi.Holder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The intents that leases of paths stand on. Each is a claim of one hold, shared by all leases of this instance below that
 * ancestor that need the same mode for the same ttl, so that siblings do not all write the root's record. They are counted here,
 * where no count can outlive its process.
 *
 * <p>New leases use an intent for a second from its request on. Then it is asked for anew, and everybody moves over if it is
 * granted: else an exclusive request for the ancestor would wait for ever while others come and go below it.
 *
 * <p><b>Threads:</b> one monitor, in which nothing is called that may block or call back.
 */
final class Intents {

    private static final long REUSE = Duration.ofSeconds(1).toNanos();
    private static final Comparator<LockName> FROM_THE_ROOT =
            Comparator.comparingInt((LockName name) -> name.parts().size()).thenComparing(LockName::compareByKey);

    private final Engine engine;
    private final Map<Spot, Place> places = new HashMap<>();

    Intents(Engine engine) {
        this.engine = engine;
    }

    /** What may be shared: the same mode on the same ancestor, for the same ttl. */
    private record Spot(LockName name, LockMode mode, Duration ttl) {}

    private static final class Place {
        @Nullable
        Intent held;

        @Nullable
        Intent asked;
    }

    /** One intent of this instance, from its request on. */
    final class Intent {
        private final Spot spot;
        private final Place place;
        private final Set<Footing> users = new LinkedHashSet<>();
        private final List<Taking> waiting = new ArrayList<>(1);
        private final HeldLease.Sent sent = HeldLease.Sent.now(engine.timeline);
        private @Nullable HeldLease lease;
        private @Nullable LossReason lost;

        private Intent(Spot spot, Place place) {
            this.spot = spot;
            this.place = place;
        }

        /** Once it is granted. */
        HeldLease lease() {
            return Objects.requireNonNull(lease);
        }

        /** Takes note of the loss and says which leases stood on it. */
        List<HeldLease> lose(LossReason reason) {
            synchronized (Intents.this) {
                lost = reason;
                vacate(this);
                return users.stream()
                        .flatMap(user -> java.util.stream.Stream.ofNullable(user.lease))
                        .toList();
            }
        }

        private boolean isFresh() {
            return lost == null && engine.timeline.nanos() - sent.nanos() < REUSE && lease().isValid();
        }

        private void use(Footing footing) {
            users.add(footing);
            footing.add(this);
        }
    }

    /** A footing, or who was in the way of it. */
    record Taken(@Nullable Footing footing, List<HoldInfo> blockers) {}

    /** What is to be held above the names of a request, from the root on; nothing for flat names. */
    static SortedMap<LockName, LockMode> above(Map<LockName, LockMode> holds) {
        SortedMap<LockName, LockMode> above = new TreeMap<>(FROM_THE_ROOT);
        holds.forEach((name, mode) -> name.ancestors()
                .forEach(ancestor -> above.merge(
                        ancestor, mode.intent(), (one, other) -> one == LockMode.INTENT_EXCLUSIVE ? one : other)));
        return above;
    }

    /** Takes every intent from the root on; one that is refused or fails gives up those before it. */
    CompletableFuture<Taken> take(SortedMap<LockName, LockMode> above, LockRequest request, Holder holder) {
        Taking taking = new Taking(above, request, holder);
        taking.step();
        return taking.result;
    }

    private final class Taking {
        private final CompletableFuture<Taken> result = new CompletableFuture<>();
        private final Footing footing = new Footing(Intents.this);
        private final List<Spot> spots;
        private final LockRequest request;
        private final Holder holder;

        Taking(SortedMap<LockName, LockMode> above, LockRequest request, Holder holder) {
            this.spots = above.entrySet().stream()
                    .map(hold -> new Spot(hold.getKey(), hold.getValue(), request.ttl()))
                    .toList();
            this.request = request;
            this.holder = holder;
        }

        void step() {
            while (footing.steps().size() < spots.size()) {
                Spot spot = spots.get(footing.steps().size());
                Intent asked;
                synchronized (Intents.this) {
                    // What is kept by holdAtLeast is kept for its own lease only.
                    Place place = request.holdAtLeast().isZero()
                            ? places.computeIfAbsent(spot, unused -> new Place())
                            : new Place();
                    if (place.held != null && place.held.isFresh()) {
                        place.held.use(footing);
                        continue;
                    }
                    if (place.asked != null) {
                        place.asked.waiting.add(this);
                        return;
                    }
                    asked = new Intent(spot, place);
                    asked.waiting.add(this);
                    place.asked = asked;
                }
                ask(asked, request, holder);
                return;
            }
            result.complete(new Taken(footing, List.of()));
        }

        /** Only once the intents before it are given back: the caller may ask for one of those names next. */
        private void refused(List<HoldInfo> blockers) {
            Calls.whenDone(footing.leave(), (nothing, problem) -> result.complete(new Taken(null, blockers)));
        }

        private void failed(RuntimeException problem) {
            CompletableFuture<@Nullable Void> unused = footing.leave();
            result.completeExceptionally(problem);
        }
    }

    private void ask(Intent intent, LockRequest request, Holder holder) {
        Spot spot = intent.spot;
        UUID id = new UUID(engine.random.nextLong(), engine.random.nextLong());
        Claim claim = new Claim(
                id,
                List.of(new Hold(spot.name, spot.mode)),
                holder,
                spot.ttl,
                Duration.ZERO,
                false,
                "for what is held below");
        Calls.whenDone(
                engine.port.acquire(claim, engine.settings.acquireTimeout(spot.ttl)),
                (answer, failure) -> answered(intent, request, claim, answer, failure));
    }

    private void answered(
            Intent intent,
            LockRequest request,
            Claim claim,
            @Nullable AcquireAnswer answer,
            @Nullable Throwable failure) {
        if (answer instanceof AcquireAnswer.Granted granted) {
            Duration margin = engine.settings.marginFor(intent.spot.ttl);
            HeldLease lease = new HeldLease(
                    request, claim, granted.fencingToken(), intent.sent, margin, engine.timeline, Footing.NONE, intent);
            if (lease.alarmAt() - engine.timeline.nanos() > 0 && !lease.inDoubt()) {
                granted(intent, lease);
                return;
            }
            failed(
                    intent,
                    claim,
                    new StoreUnavailableException("the store's grant came too late to be relied on.", true, null));
        } else if (answer instanceof AcquireAnswer.Contended contended) {
            end(intent, taking -> taking.refused(contended.blockers()));
        } else {
            failed(
                    intent,
                    claim,
                    Problems.of(answer instanceof AcquireAnswer.Unanswered unanswered ? unanswered.cause() : failure));
        }
    }

    private void granted(Intent intent, HeldLease lease) {
        Intent before;
        List<Taking> waiting;
        synchronized (this) {
            intent.lease = lease;
            intent.place.asked = null;
            before = intent.place.held;
            intent.place.held = intent;
            if (before != null) {
                Intent old = before;
                old.users.forEach(user -> user.replace(old, intent));
                intent.users.addAll(old.users);
                old.users.clear();
            }
            waiting = List.copyOf(intent.waiting);
            waiting.forEach(taking -> intent.use(taking.footing));
        }
        // Nobody can give it up before this: those who wait have not been told yet.
        engine.keeper.add(lease);
        if (before != null) {
            engine.giveBack(before.lease());
        }
        waiting.forEach(Taking::step);
    }

    private void failed(Intent intent, Claim claim, RuntimeException problem) {
        if (Problems.maybeDone(problem)) {
            engine.releaser.settle(claim, intent.sent.nanos());
        }
        end(intent, taking -> taking.failed(problem));
    }

    private void end(Intent intent, Consumer<Taking> how) {
        List<Taking> waiting;
        synchronized (this) {
            intent.place.asked = null;
            vacate(intent);
            waiting = List.copyOf(intent.waiting);
        }
        waiting.forEach(how);
    }

    /** Gives a footing its lease, which the keeper knows by now; it is lost at once if an intent was lost meanwhile. */
    void bind(HeldLease lease) {
        LossReason lost = null;
        synchronized (this) {
            lease.footing.lease = lease;
            for (Intent step : lease.footing.steps()) {
                lost = step.lost == null ? lost : step.lost;
            }
        }
        if (lost != null) {
            engine.keeper.lose(lease, lost);
        }
    }

    CompletableFuture<@Nullable Void> leave(Footing footing) {
        List<Intent> unused = new ArrayList<>();
        synchronized (this) {
            if (!footing.left) {
                footing.left = true;
                for (Intent step : footing.steps()) {
                    step.users.remove(footing);
                    if (step.users.isEmpty()) {
                        vacate(step);
                        step.lease().holdAtLeast(keep(footing.lease, step));
                        unused.add(0, step);
                    }
                }
            }
        }
        CompletableFuture<@Nullable Void> done = CompletableFuture.completedFuture(null);
        for (Intent step : unused) {
            done = done.thenCompose(
                    nothing -> engine.releaser.begin(step.lease()).thenApply(outcome -> null));
        }
        return done;
    }

    /** Not shorter than the lease is kept, which was acquired a little later. */
    private static Duration keep(@Nullable HeldLease lease, Intent step) {
        return lease == null
                        || lease.holdAtLeast().isZero()
                        || lease.lossReason().isPresent()
                ? Duration.ZERO
                : lease.holdAtLeast().plusNanos(lease.grantedNanos - step.sent.nanos());
    }

    private void vacate(Intent intent) {
        Place place = intent.place;
        if (place.held == intent) {
            place.held = null;
        }
        if (place.held == null && place.asked == null) {
            places.remove(intent.spot, place);
        }
    }

    synchronized int size() {
        return places.size();
    }
}
