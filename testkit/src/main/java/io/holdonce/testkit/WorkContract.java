// SPDX-License-Identifier: Apache-2.0
package io.holdonce.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdonce.AcquireInterruptedException;
import io.holdonce.LockName;
import io.holdonce.Locks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Many users at work at once, and what their history shows. */
abstract class WorkContract extends Topic {

    private static final int NODES = 200;
    private static final int THREADS = 8;
    private static final int GRANTS = 500;

    /** Each of the two processes meets the other twice before it begins. */
    private static final int MEETINGS = 4;

    WorkContract(LeaseStoreContract contract) {
        super(contract);
    }

    /** In two processes where the store can be opened by two, else by two users in this one. */
    @Test
    void treeWorkersAreNeverInsideBesideAConflictingOneAndSiblingsAre() throws Exception {
        int operations = Integer.getInteger("holdonce.trees.operations", 1_000);
        Path file = Files.createTempFile("holdonce-trees", ".txt");
        LockName top = path("tree");
        List<TreeWorkers> processes = IntStream.range(0, 2)
                .mapToObj(i -> new TreeWorkers("p" + i, top, NODES, THREADS / 2, operations / 2, file))
                .toList();
        try {
            if (harness.faults().contains(Fault.SECOND_PROCESS)) {
                List<Child> children = new ArrayList<>();
                for (int i = 0; i < processes.size(); i++) {
                    children.add(closedAfterwards(Child.start(harness)));
                }
                for (int i = 0; i < processes.size(); i++) {
                    children.get(i).tell("work " + processes.get(i).format());
                }
                for (Child child : children) {
                    assertThat(child.hear("work")).isEqualTo("done");
                }
            } else {
                List<Locks> users = List.of(locks(), locks());
                Crowd.run(2, Duration.ofMinutes(20), i -> () -> {
                    processes.get(i).run(users.get(i), number -> {});
                    return i;
                });
            }
            TreeHistory.Reading reading = TreeHistory.read(file);
            reading.assertThatNoConflictingPairWasInsideTogether();
            assertThat(reading.stays).isEqualTo(operations / 2 * 2 + MEETINGS);
            assertThat(reading.overlapsOfProcesses)
                    .as("siblings of different processes that were inside together")
                    .isPositive();
            assertThat(reading.sharedOverlaps)
                    .as("sharers in line that were inside together")
                    .isPositive();
            Eventually.within(
                    LIMIT, "nothing is left on record", () -> here.list("/kit").isEmpty());
        } finally {
            Files.delete(file);
        }
    }

    /** Of one user: between processes there is no queue, and none is promised. */
    @Test
    void eightCallersThatEachTakeFourOfTenNamesAllGetTheirShare() throws Exception {
        List<LockName> names = IntStream.range(0, 10).mapToObj(i -> name("n")).toList();
        Locks user = locks();
        AtomicInteger all = new AtomicInteger();
        AtomicIntegerArray each = new AtomicIntegerArray(THREADS);
        ConcurrentMap<LockName, Integer> inside = new ConcurrentHashMap<>();
        Crowd.run(THREADS, i -> () -> {
            while (all.get() < GRANTS && !Thread.currentThread().isInterrupted()) {
                LockName[] four = fourOf(names);
                user.run(Locks.exclusive(four), () -> {
                    for (LockName name : four) {
                        assertThat(inside.putIfAbsent(name, i))
                                .as("who else is inside")
                                .isNull();
                    }
                    Hammer.pause(1_000);
                    inside.keySet().removeAll(List.of(four));
                });
                all.incrementAndGet();
                each.incrementAndGet(i);
                Hammer.pause(1_000);
            }
            return i;
        });
        assertThat(IntStream.range(0, THREADS).map(each::get))
                .as("grants of each caller")
                .allSatisfy(grants -> assertThat(grants).isGreaterThanOrEqualTo(GRANTS / THREADS / 5));
        here.free(names.toArray(LockName[]::new));
    }

    /** An interrupt may meet them anywhere: while they wait, in a call of the store, in their work, or in the release. */
    @Test
    void callersThatAreInterruptedLeaveNothingAndHarmNobody() throws Exception {
        LockName name = name("interrupted");
        Locks user = locks();
        Set<Thread> callers = ConcurrentHashMap.newKeySet();
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger grants = new AtomicInteger();
        AtomicInteger refusals = new AtomicInteger();
        Crowd.run(THREADS + 1, i -> () -> {
            if (i == THREADS) {
                interruptUntil(callers, () -> grants.get() >= GRANTS / 4 && refusals.get() >= GRANTS / 4);
                return i;
            }
            callers.add(Thread.currentThread());
            while (callers.contains(Thread.currentThread())) {
                try {
                    user.run(name, () -> {
                        assertThat(inside.incrementAndGet()).isEqualTo(1);
                        Hammer.pause(500);
                        inside.decrementAndGet();
                    });
                    grants.incrementAndGet();
                } catch (AcquireInterruptedException e) {
                    refusals.incrementAndGet();
                }
                Thread.interrupted();
            }
            return i;
        });
        Eventually.within(LIMIT, "nothing is left on record", () -> here.status(name)
                .holds()
                .isEmpty());
        there.pass(Claims.exclusive(name));
    }

    /** Nobody is interrupted any more when it returns. */
    private static void interruptUntil(Set<Thread> callers, BooleanSupplier enough) {
        while (!enough.getAsBoolean()) {
            callers.forEach(caller -> {
                if (ThreadLocalRandom.current().nextInt(4) == 0) {
                    caller.interrupt();
                }
            });
            Hammer.pause(4_000);
        }
        callers.clear();
    }

    private static LockName[] fourOf(List<LockName> names) {
        List<LockName> shuffled = new ArrayList<>(names);
        Collections.shuffle(shuffled);
        return shuffled.subList(0, 4).toArray(LockName[]::new);
    }

    private Locks locks() {
        return locks(open().store(), "orders/worker");
    }
}
