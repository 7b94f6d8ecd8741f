// SPDX-License-Identifier: Apache-2.0
package io.holdonce.internal;

import io.holdonce.AcquireInterruptedException;
import io.holdonce.Acquisition;
import io.holdonce.HoldInfo;
import io.holdonce.Lease;
import io.holdonce.LeaseCall;
import io.holdonce.LockAdmin;
import io.holdonce.LockRequest;
import io.holdonce.Locks;
import io.holdonce.LossReason;
import io.holdonce.ReleaseOutcome;
import io.holdonce.spi.LeaseStore;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Puts the parts together: attempts acquire, the keeper keeps, the releaser releases. */
public final class Engine implements Locks {

    private static final Duration DEFAULT_WAIT = Duration.ofSeconds(60);

    final StorePort port;
    final Timeline timeline;
    final Settings settings;
    final RandomGenerator random;
    final Gate gate = new Gate();
    final Identity identity;
    final Keeper keeper;
    final Releaser releaser;
    final Intents intents = new Intents(this);
    private final Events events;
    private final Purger purger;
    private final Async async;
    private final Set<Attempt> attempts = ConcurrentHashMap.newKeySet();
    private final AtomicInteger numbers = new AtomicInteger();
    private final AtomicBoolean closing = new AtomicBoolean();
    private final CompletableFuture<@Nullable Void> idle = new CompletableFuture<>();

    /**
     * An engine over a port and a timeline of one's own.
     *
     * @param random for claim ids and jitter; a seeded one makes a simulated run repeatable
     */
    public Engine(StorePort port, Timeline timeline, Settings settings, RandomGenerator random) {
        this.port = port;
        this.timeline = timeline;
        this.settings = settings;
        this.random = random;
        this.events = new Events(timeline, settings.listeners());
        this.identity = new Identity(port, settings, random);
        this.keeper = new Keeper(port, timeline, settings, events, random);
        this.releaser = new Releaser(port, timeline, settings, keeper, gate, events, random);
        this.async = new Async(this);
        this.purger = new Purger(port, timeline, settings, random);
    }

    /** Checks the store and starts over it in real time. */
    public static Locks start(LeaseStore store, Settings settings) {
        Timeline timeline = new SystemTimeline();
        StorePort port = new BlockingStorePort(store, timeline);
        Engine engine = new Engine(port, timeline, settings, new SecureRandom());
        try {
            StartCheck.run(port, timeline, settings);
        } catch (RuntimeException e) {
            engine.close();
            throw e;
        }
        engine.purger.start();
        return engine;
    }

    @Override
    public Lease acquire(LockRequest request) {
        Caller caller = port.caller();
        Attempt attempt = begin(request, request.waitTime().orElse(DEFAULT_WAIT), caller);
        Ending result = await(attempt, request, caller);
        return asked(result).orElseThrow(() -> attempt.timedOut(result.blockers()));
    }

    @Override
    public Acquisition tryAcquire(LockRequest request) {
        Caller caller = port.caller();
        Ending result = await(begin(request, request.waitTime().orElse(Duration.ZERO), caller), request, caller);
        Optional<LeaseHandle> lease = asked(result);
        if (lease.isPresent()) {
            return new Acquisition.Granted(lease.get());
        }
        List<HoldInfo> blockers = result.blockers();
        return new Acquisition.Contended(blockers.stream().findFirst(), Math.max(0, blockers.size() - 1));
    }

    @Override
    public CompletableFuture<Lease> acquireAsync(LockRequest request) {
        try {
            return async.acquire(begin(request, request.waitTime().orElse(DEFAULT_WAIT), null));
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    @Override
    public <R> CompletableFuture<R> callAsync(LockRequest request, Function<Lease, CompletionStage<R>> body) {
        return async.call(acquireAsync(request), body);
    }

    @Override
    public <R, X extends Exception> R call(LockRequest request, LeaseCall<R, X> body) throws X {
        return Bodies.run((LeaseHandle) acquire(request), port.identity(), body);
    }

    @Override
    public <R, X extends Exception> Optional<R> tryCall(LockRequest request, LeaseCall<R, X> body) throws X {
        if (tryAcquire(request) instanceof Acquisition.Granted granted) {
            R result = Bodies.run((LeaseHandle) granted.lease(), port.identity(), body);
            return Optional.of(
                    Objects.requireNonNull(result, "The body of tryCall returned null; it ran. Use tryRun."));
        }
        return Optional.empty();
    }

    @Override
    public LockAdmin admin() {
        return new Admin(this);
    }

    private Attempt begin(LockRequest request, Duration waitTime, @Nullable Caller caller) {
        Scope.refuseNested(request, port.identity());
        Attempt attempt = new Attempt(
                this,
                request,
                waitTime,
                request.note().isEmpty() ? "thread " + Thread.currentThread().getName() : request.note(),
                numbers.incrementAndGet(),
                caller);
        attempts.add(attempt);
        if (isClosing()) {
            over(attempt);
            throw closed();
        }
        attempt.start();
        return attempt;
    }

    boolean isClosing() {
        return closing.get();
    }

    /** Called when nothing of an attempt is left: it has ended, its sends were answered, what is to be settled was handed on. */
    void over(Attempt attempt) {
        attempts.remove(attempt);
        if (isClosing() && attempts.isEmpty()) {
            Calls.complete(idle);
        }
    }

    /** Called once for every attempt that has ended, however it did. */
    void ended(LockRequest request, Ending how, Duration waited) {
        HeldLease lease = how.lease();
        RuntimeException failure = how.failure();
        events.tell(listener -> {
            if (lease != null) {
                listener.granted(request, lease.token, waited);
            } else if (failure != null) {
                listener.failed(request, failure, waited);
            } else {
                listener.contended(request, waited);
            }
        });
    }

    private Ending await(Attempt attempt, LockRequest request, @Nullable Caller caller) {
        try {
            if (caller == null) {
                timeline.await(attempt.result);
            } else {
                caller.await(attempt.result);
            }
            return attempt.result.join();
        } catch (InterruptedException e) {
            AcquireInterruptedException interrupted = new AcquireInterruptedException(
                    Texts.names(request) + " not acquired: the thread was interrupted. Nothing is held.");
            if (!attempt.cancel(interrupted)) {
                // It had ended: a lease that was granted in the same moment is given back.
                Calls.whenDone(attempt.result, (result, failure) -> {
                    if (result != null && result.lease() != null) {
                        giveBack(result.lease());
                    }
                });
            }
            Thread.currentThread().interrupt();
            throw interrupted;
        }
    }

    /** Releases a lease that nobody wants any more, without waiting for it. */
    void giveBack(HeldLease lease) {
        CompletableFuture<ReleaseOutcome> unused = releaser.begin(lease);
    }

    /** As {@link #lease}, for the thread that asked and waited. */
    private Optional<LeaseHandle> asked(Ending result) {
        RuntimeException failure = result.failure();
        if (failure != null) {
            failure.addSuppressed(new CallerTrace());
        }
        return lease(result);
    }

    Optional<LeaseHandle> lease(Ending result) {
        RuntimeException failure = result.failure();
        if (failure != null) {
            throw failure;
        }
        return Optional.ofNullable(result.lease()).map(lease -> new LeaseHandle(lease, releaser));
    }

    /** Shows in a stack trace who asked: the failure itself was made on a thread of the store. */
    private static final class CallerTrace extends RuntimeException {
        private static final long serialVersionUID = 1L;

        CallerTrace() {
            super("asked for here");
        }
    }

    @Override
    public void close() {
        if (!closing.compareAndSet(false, true)) {
            return;
        }
        attempts.forEach(attempt -> attempt.cancel(closed()));
        if (attempts.isEmpty()) {
            Calls.complete(idle);
        }
        // First the attempts: one that was being granted has its lease with the keeper when it is over.
        await(idle, settings.storeTimeout());
        await(keeper.whenEmpty(), settings.shutdownTime());
        for (HeldLease lease : keeper.live()) {
            keeper.lose(
                    lease,
                    new LossReason(
                            LossReason.Kind.SHUTDOWN,
                            "these locks were closed, and it was still held after "
                                    + Texts.duration(settings.shutdownTime()) + "."));
        }
        await(releaser.whenQuiet(), settings.storeTimeout());
        releaser.close();
        purger.stop();
        port.holding(false);
        port.close();
        timeline.close();
    }

    private void await(CompletableFuture<@Nullable Void> signal, Duration most) {
        Timeline.Cancel limit = timeline.after(most.toNanos(), () -> Calls.complete(signal));
        Calls.awaitQuietly(timeline, signal);
        limit.cancel();
    }

    /** What has not ended yet, for tests and diagnosis; empty when nothing is kept for any request or lease. */
    String localState() {
        int[] counts = {
            attempts.size(), gate.size(), keeper.live().size(), keeper.queued(), releaser.underWay(), intents.size()
        };
        return Arrays.stream(counts).allMatch(count -> count == 0)
                ? ""
                : String.format(
                        "attempts %d, queues %d, leases %d, due %d, releases %d, intents %d",
                        Arrays.stream(counts).boxed().toArray());
    }

    static IllegalStateException closed() {
        return new IllegalStateException("These locks are closed; nothing was done.");
    }
}
