// SPDX-License-Identifier: Apache-2.0
package io.holdonce.internal;

import io.holdonce.AcquireTimeoutException;
import io.holdonce.Lease;
import io.holdonce.LockName;
import io.holdonce.LockRequest;
import io.holdonce.Locks;
import io.holdonce.ReleaseOutcome;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A program that asks for locks, holds them for a while and lets them go, over and over. */
final class SimClient {

    private final SimProcess process;
    private final SimWorld world;
    private final SimChecks checks;
    private final List<LockName> names;
    private final String name;
    private boolean stopped;

    SimClient(SimProcess process, SimChecks checks, List<LockName> names, int number) {
        this.process = process;
        this.world = process.world;
        this.checks = checks;
        this.names = names;
        this.name = process.name + "." + number;
    }

    /** Asks no more; what it holds it lets go soon. */
    void stop() {
        stopped = true;
    }

    void start() {
        later(world.between(SimWorld.MILLI, 3 * SimWorld.SECOND), this::ask);
    }

    private void later(long delay, Runnable action) {
        process.post(SimProcess.Lane.CLIENT, delay, action);
    }

    private void ask() {
        if (stopped || process.closed()) {
            return;
        }
        long number = world.nextNumber();
        SimAsk ask = new SimAsk(process, request(number), number);
        checks.begins(ask);
        world.trace(() -> ask + " waits " + ask.request.waitTime().orElseThrow() + " ttl " + ask.request.ttl());
        if (world.chance(0.2)) {
            CompletableFuture<Void> work = new CompletableFuture<>();
            CompletableFuture<Void> done = process.engine.callAsync(ask.request, lease -> {
                granted(ask, lease);
                endOfWork(ask, () -> work.complete(null));
                return work;
            });
            ask.future = done;
            Calls.whenDone(done, (nothing, failure) -> {
                if (ask.lease == null) {
                    refused(ask, failure);
                } else {
                    over(ask);
                }
            });
        } else {
            CompletableFuture<Lease> future = process.engine.acquireAsync(ask.request);
            ask.future = future;
            Calls.whenDone(future, (lease, failure) -> {
                if (lease != null) {
                    granted(ask, lease);
                    endOfWork(ask, () -> release(ask));
                } else {
                    refused(ask, failure);
                }
            });
        }
        if (world.chance(0.15)) {
            later(world.between(SimWorld.MILLI / 2, 5 * SimWorld.SECOND), () -> cancel(ask));
        }
    }

    private void cancel(SimAsk ask) {
        if (ask.lease == null && ask.future.cancel(false)) {
            world.trace(() -> ask + " cancelled");
        }
    }

    private LockRequest request(long number) {
        LockName first = names.get(world.random.nextInt(names.size()));
        LockRequest request = world.chance(0.3) ? Locks.shared(first) : Locks.exclusive(first);
        LockName second = names.get((names.indexOf(first) + 1) % names.size());
        boolean apart = !second.equals(first)
                && !second.ancestors().contains(first)
                && !first.ancestors().contains(second);
        if (apart && world.chance(0.2)) {
            request = world.chance(0.5) ? request.shared(second) : request.exclusive(second);
        }
        request = request.note(name + '#' + number)
                .ttl(Duration.ofMillis(world.oneOf(2_000, 3_000, 6_000, 10_000)))
                .warnAfter(Duration.ofSeconds(3));
        request = switch (world.random.nextInt(6)) {
            case 0, 1 -> request.waitTime(Duration.ZERO);
            case 2 -> request.waitTime(Duration.ofMillis(200));
            case 3, 4 -> request.waitTime(Duration.ofSeconds(5));
            default -> request.waitForever();
        };
        if (world.chance(0.1)) {
            request = request.holdAtLeast(Duration.ofMillis(world.oneOf(500, 4_000)));
        }
        return world.chance(0.05) ? request.maxHold(Duration.ofSeconds(2)) : request;
    }

    private void granted(SimAsk ask, Lease lease) {
        ask.handle = (LeaseHandle) lease;
        ask.ended = true;
        checks.granted(ask, ask.handle.held());
        world.trace(() -> ask + " granted, token " + lease.fencingToken());
    }

    /** The work takes a while, or ends soon after the lease was lost, whichever comes first. */
    private void endOfWork(SimAsk ask, Runnable end) {
        boolean[] over = new boolean[1];
        Runnable once = () -> {
            if (!over[0]) {
                over[0] = true;
                end.run();
            }
        };
        long most = stopped ? 50 * SimWorld.MILLI : 15 * SimWorld.SECOND;
        later(world.between(SimWorld.MILLI / 10, most), once);
        ask.lease.lost.thenAccept(reason -> {
            world.trace(() -> ask + " lost: " + reason);
            later(world.between(SimWorld.MILLI / 10, SimWorld.SECOND), once);
        });
    }

    private void release(SimAsk ask) {
        CompletableFuture<ReleaseOutcome> released = process.engine.releaser.begin(ask.lease);
        Calls.whenDone(released, (outcome, failure) -> {
            world.trace(() -> ask + " " + outcome);
            over(ask);
        });
    }

    private void over(SimAsk ask) {
        ReleaseOutcome outcome = ask.lease.released.getNow(ReleaseOutcome.UNKNOWN);
        if (outcome == ReleaseOutcome.RELEASED) {
            checks.released(ask);
        }
        checks.holding.remove(ask);
        next();
    }

    private void refused(SimAsk ask, Throwable failure) {
        ask.ended = true;
        world.trace(() -> ask + " not granted: " + Calls.unwrap(failure));
        if (Calls.unwrap(failure) instanceof AcquireTimeoutException) {
            checks.refused(ask);
        }
        next();
    }

    private void next() {
        later(world.between(SimWorld.MILLI, 2 * SimWorld.SECOND), this::ask);
    }
}
