// SPDX-License-Identifier: Apache-2.0
package io.holdonce.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdonce.LockName;
import io.holdonce.LockRequest;
import io.holdonce.Locks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What many waiters of one name cost, in simulated time over a network that loses nothing. */
class SimulatedWaitersTest {

    private static final LockName NAME = LockName.of("hot");

    private final SimWorld world = new SimWorld(7, false);
    private final SimNetwork network = new SimNetwork(world);
    private final SimStore store = new SimStore(() -> 1_700_000_000L * SimWorld.SECOND + world.now());
    private final SimChecks checks = new SimChecks(world, store, network, SimMutant.NONE);
    private final SimProcess holding = process("holding");
    private final SimProcess waiting = process("waiting");
    private long requests;

    private SimProcess process(String name) {
        network.heal();
        SimLog.watch(world);
        SimProcess process = new SimProcess(name, world, SimMutant.NONE);
        Settings settings = new Settings(
                name,
                false,
                Optional.empty(),
                Duration.ofSeconds(5),
                Duration.ofSeconds(5),
                Duration.ofDays(7),
                List.of());
        process.engine = new Engine(
                new SimPort(process, network, store, checks, SimMutant.NONE), process, settings, world.random);
        return process;
    }

    private SimAsk ask(SimProcess process) {
        LockRequest request =
                Locks.exclusive(NAME).note(process.name + ++requests).waitForever();
        SimAsk ask = new SimAsk(process, request, requests);
        checks.begins(ask);
        return ask;
    }

    private CompletableFuture<HeldLease> acquire(SimProcess process, List<Long> order) {
        SimAsk ask = ask(process);
        CompletableFuture<HeldLease> granted = process.engine
                .acquireAsync(ask.request)
                .thenApply(lease -> {
                    ask.ended = true;
                    order.add(ask.number);
                    ask.handle = (LeaseHandle) lease;
                    checks.granted(ask, ask.handle.held());
                    return ask.lease;
                });
        ask.future = granted;
        return granted;
    }

    /** Questions asked of the store in a minute in which another process holds the name. */
    private int questionsOf(int waiters) {
        CompletableFuture<HeldLease> held = acquire(holding, new ArrayList<>());
        world.runUntil(world.now() + SimWorld.SECOND);
        List<Long> order = new ArrayList<>();
        List<CompletableFuture<HeldLease>> waits = new ArrayList<>();
        int before = checks.sends;
        for (int i = 0; i < waiters; i++) {
            CompletableFuture<HeldLease> wait = acquire(waiting, order);
            wait.thenAccept(lease -> waiting.engine.giveBack(lease));
            waits.add(wait);
        }
        world.runUntil(world.now() + 60 * SimWorld.SECOND);
        int questions = checks.sends - before;
        holding.engine.giveBack(held.join());
        world.runUntil(world.now() + 300 * SimWorld.SECOND);

        assertThat(world.violation()).isNull();
        assertThat(waits).allMatch(CompletableFuture::isDone);
        assertThat(order).isSorted().hasSize(waiters);
        assertThat(waiting.engine.localState()).isEmpty();
        assertThat(waiting.pendingTimers()).isZero();
        return questions;
    }

    @Test
    void aThousandWaitersAskTheStoreNoMoreThanOne() {
        int one = questionsOf(1);
        int thousand = questionsOf(1_000);

        System.out.println(
                "questions to the store in 60 s of waiting: 1 waiter " + one + ", 1,000 waiters " + thousand);
        assertThat(one).isBetween(60, 240);
        assertThat(thousand).isBetween(60, 240);
    }

    @Test
    void aThousandLeasesKeepOneTimerEachForRenewalsAndAlarms() {
        List<Long> order = new ArrayList<>();
        List<CompletableFuture<HeldLease>> held = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            LockRequest request =
                    Locks.exclusive(LockName.of("n", "" + i)).note("n" + i).waitForever();
            SimAsk ask = new SimAsk(holding, request, ++requests);
            checks.begins(ask);
            held.add(holding.engine.acquireAsync(request).thenApply(lease -> {
                ask.ended = true;
                order.add(ask.number);
                return ((LeaseHandle) lease).held();
            }));
        }
        world.runUntil(world.now() + 25 * SimWorld.SECOND);
        assertThat(order).hasSize(1_000);
        // One for renewals, one for alarms, one that compares the clocks; the others are time-outs of answered calls.
        world.runUntil(world.now() + 6 * SimWorld.SECOND);
        assertThat(holding.pendingTimers()).isLessThanOrEqualTo(3 + 2);

        held.forEach(lease -> holding.engine.giveBack(lease.join()));
        world.runUntil(world.now() + 60 * SimWorld.SECOND);
        assertThat(world.violation()).isNull();
        assertThat(holding.engine.localState()).isEmpty();
        assertThat(holding.pendingTimers()).isZero();
    }

    @Test
    void aGrantThatCameWhileTheMachineSleptIsAskedForAgain() {
        List<Boolean> valid = new ArrayList<>();
        CompletableFuture<HeldLease> granted = acquire(waiting, new ArrayList<>());
        granted.thenAccept(lease -> valid.add(lease.isValid()));
        waiting.stop(3 * SimWorld.SECOND, true);
        world.runUntil(world.now() + 5 * SimWorld.SECOND);

        assertThat(world.violation()).isNull();
        assertThat(valid).containsExactly(true);
        assertThat(checks.sends).isEqualTo(2);
    }
}
