// SPDX-License-Identifier: Apache-2.0
package io.holdonce.test;

import io.holdonce.Acquisition;
import io.holdonce.Lease;
import io.holdonce.LeaseCall;
import io.holdonce.LockAdmin;
import io.holdonce.LockMode;
import io.holdonce.LockName;
import io.holdonce.LockRequest;
import io.holdonce.Locks;
import io.holdonce.LocksListener;
import io.holdonce.internal.Engine;
import io.holdonce.internal.Settings;
import io.holdonce.spi.AcquireAnswer;
import io.holdonce.spi.Claim;
import io.holdonce.spi.Hold;
import io.holdonce.spi.Holder;
import io.holdonce.spi.Release;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Locks for unit tests: the real ones over a store in memory, with time that passes when the test says so. A contended lock,
 * a lost lease and a store that is down take no server and no real time.
 *
 * <p>A call that has to wait lets time pass by itself: {@code acquire} of a name that another holds times out after its 60
 * seconds, at once. Only while it waits for a lease of these very locks, held by another thread of the test, or without an
 * end, does time pass as on the wall. An asynchronous wait goes on when the test {@link #advance advances} the time.
 *
 * <p><b>Threads:</b> safe.
 *
 * <p><b>Time:</b> one clock for store and holder; it starts at midnight of the first of January 2026, UTC.
 */
public final class TestLocks implements Locks {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration UNTIL_ENDED = Duration.ofDays(20_000);
    private static final Duration FOR_EVER = Duration.ofDays(366);
    private static final Duration DEFAULT_WAIT = Duration.ofSeconds(60);

    /** A name held by another process, as it were. */
    public interface OtherHold extends AutoCloseable {

        /** Lets the name go; whoever waits notices at the next look, within half a second of the locks' time. */
        void end();

        /** As {@link #end()}. */
        @Override
        default void close() {
            end();
        }
    }

    private final VirtualTimeline timeline = new VirtualTimeline();
    private final InMemoryStore store = InMemoryStore.create(this::now);
    private final TestPort port = new TestPort(store, timeline);
    private final Set<UUID> others = ConcurrentHashMap.newKeySet();
    private final Engine engine;

    private TestLocks(List<LocksListener> listeners) {
        Settings settings = new Settings(
                "test",
                false,
                Optional.empty(),
                Duration.ofSeconds(5),
                Duration.ofSeconds(30),
                Duration.ofDays(7),
                listeners);
        this.engine = new Engine(port, timeline, settings, new SplittableRandom(2_026));
    }

    /**
     * Locks of their own, with the defaults of {@link Locks#builder}.
     *
     * @param listeners hear of grants, releases and losses
     * @return new locks; the caller closes them
     */
    public static TestLocks create(LocksListener... listeners) {
        return new TestLocks(List.of(listeners));
    }

    /**
     * Lets another process hold a name exclusively.
     *
     * @param name the name
     * @return ends the hold
     * @throws IllegalStateException if the name is taken
     */
    public OtherHold heldByOther(LockName name) {
        return heldByOther(name, LockMode.EXCLUSIVE);
    }

    /**
     * Lets another process hold a name.
     *
     * @param name the name
     * @param mode how
     * @return ends the hold
     * @throws IllegalStateException if the name is taken
     */
    public OtherHold heldByOther(LockName name, LockMode mode) {
        Claim claim = new Claim(
                UUID.randomUUID(),
                List.of(new Hold(name, mode)),
                new Holder("another-process", UUID.randomUUID(), 0, false),
                UNTIL_ENDED,
                Duration.ZERO,
                false,
                "held by TestLocks.heldByOther");
        others.add(claim.id());
        if (!(store.acquire(List.of(claim), Duration.ZERO).get(0) instanceof AcquireAnswer.Granted)) {
            throw new IllegalStateException("'" + name + "' is taken already, so nobody else can hold it.");
        }
        return () -> store.release(List.of(new Release(claim.id(), claim.holds(), Duration.ZERO)), Duration.ZERO);
    }

    /**
     * Lets the store forget a lease, as if it had expired there; the holder is told at its next renewal. Time passes until
     * then, up to a third of the ttl.
     *
     * @param lease a lease of these locks
     * @throws IllegalStateException if it is not held
     */
    public void lose(Lease lease) {
        long token = lease.fencingToken();
        lose(lease.names(), held -> held.token == token);
    }

    /**
     * Lets the store forget the lease of these locks on a name, as {@link #lose(Lease)} does.
     *
     * @param name the name
     * @throws IllegalStateException if it is not held by these locks
     */
    public void lose(LockName name) {
        lose(List.of(name), held -> true);
    }

    private void lose(List<LockName> names, Predicate<Held> which) {
        long ttl = 0;
        synchronized (store) {
            for (LockName name : names) {
                List<Held> lost = store.row(name).holds.stream()
                        .filter(held -> isOwn(held) && which.test(held))
                        .toList();
                for (Held held : lost) {
                    ttl = Math.max(ttl, 1_000 * (held.expires - held.renewed));
                }
                store.row(name).holds.removeAll(lost);
            }
        }
        if (ttl == 0) {
            throw new IllegalStateException("These locks hold no such lease of " + names + ".");
        }
        // Renewals go out at a third of the ttl, with some slack to travel together.
        advanceNanos(ttl / 3 + ttl / 12);
    }

    /** Lets every call to the store fail from now on, as it does when nothing listens there. */
    public void storeDown() {
        port.down(true);
    }

    /** Lets the store answer again. */
    public void storeUp() {
        port.down(false);
    }

    /**
     * Lets time pass, and everything happen in its order that falls due: renewals, deadlines, the looks of those who wait.
     * Returns when that has happened, callbacks included unless they block.
     *
     * @param time how long, not negative
     */
    public void advance(Duration time) {
        if (time.isNegative()) {
            throw new IllegalArgumentException("Time only advances; it is asked to go by " + time + ".");
        }
        advanceNanos(time.toNanos());
    }

    /**
     * The time of these locks and of their store.
     *
     * @return now
     */
    public Instant now() {
        return START.plusNanos(timeline.nanos());
    }

    private void advanceNanos(long nanos) {
        try {
            timeline.advance(nanos);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public Lease acquire(LockRequest request) {
        return waiting(request, DEFAULT_WAIT, () -> engine.acquire(request));
    }

    @Override
    public Acquisition tryAcquire(LockRequest request) {
        return waiting(request, Duration.ZERO, () -> engine.tryAcquire(request));
    }

    @Override
    public CompletableFuture<Lease> acquireAsync(LockRequest request) {
        return engine.acquireAsync(request);
    }

    @Override
    public <R> CompletableFuture<R> callAsync(LockRequest request, Function<Lease, CompletionStage<R>> body) {
        return engine.callAsync(request, body);
    }

    @Override
    public <R, X extends Exception> R call(LockRequest request, LeaseCall<R, X> body) throws X {
        return waiting(request, DEFAULT_WAIT, () -> engine.call(request, notWaiting(body)));
    }

    @Override
    public <R, X extends Exception> Optional<R> tryCall(LockRequest request, LeaseCall<R, X> body) throws X {
        return waiting(request, Duration.ZERO, () -> engine.tryCall(request, notWaiting(body)));
    }

    @Override
    public LockAdmin admin() {
        return engine.admin();
    }

    /** Ends these locks as {@link Locks#close()} does, in no real time, unless the body of another thread goes on. */
    @Override
    public void close() {
        engine.close();
    }

    /** What a wait is for decides how time passes while it lasts. */
    private <R, X extends Exception> R waiting(LockRequest request, Duration usual, LockedCall<R, X> call) throws X {
        boolean endless = request.waitTime().orElse(usual).compareTo(FOR_EVER) > 0;
        timeline.jumpWhile(() -> !endless && !isHeldHere(request));
        try {
            return call.call();
        } finally {
            timeline.jumpAlways();
        }
    }

    /** Once the body runs, the wait is over: what it and the release wait for is something else. */
    private <R, X extends Exception> LeaseCall<R, X> notWaiting(LeaseCall<R, X> body) {
        return lease -> {
            timeline.jumpAlways();
            return body.call(lease);
        };
    }

    private boolean isHeldHere(LockRequest request) {
        synchronized (store) {
            return request.holds().entrySet().stream().anyMatch(hold -> store.row(hold.getKey()).holds.stream()
                    .anyMatch(held -> isOwn(held) && !store.areCompatible(hold.getValue(), held.mode)));
        }
    }

    private boolean isOwn(Held held) {
        return !held.kept && held.lasts(store.now()) && !others.contains(held.claimId);
    }

    /** A call that throws what the body throws. */
    private interface LockedCall<R, X extends Exception> {
        R call() throws X;
    }
}
