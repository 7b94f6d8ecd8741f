// SPDX-License-Identifier: Apache-2.0
package io.holdonce.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdonce.AcquireTimeoutException;
import io.holdonce.LockName;
import io.holdonce.LockRequest;
import io.holdonce.Locks;
import io.holdonce.testkit.TransactionLocksHarness.Taken;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** Distinct names are distinct locks, and several are taken together or not at all. */
abstract class TransactionNamesContract extends TransactionTopic {

    TransactionNamesContract(TransactionLocksContract contract) {
        super(contract);
    }

    @Test
    void distinctNamesNeverCollide() throws Exception {
        String base = name("distinct").toString().substring(4);
        List<LockName> names = List.of(
                LockName.of(base),
                LockName.of(base.toUpperCase(java.util.Locale.ROOT)),
                LockName.of(base + " "),
                LockName.of(base, "x"),
                LockName.of(base.replace('i', 'í')),
                LockName.of(base + "👍"),
                LockName.of(base + "x".repeat(3_900)),
                LockName.of(base + "x".repeat(3_899) + "y"));
        for (int isolation : harness.isolations()) {
            for (LockName name : names) {
                assertThat(tryAcquire(transaction(isolation), name))
                        .as("%s", name)
                        .isPresent();
            }
            endEveryTransactionBut();
        }
    }

    @Test
    void firstUsesOfDistinctNamesDoNotWaitForEachOther() throws Exception {
        for (int isolation : harness.isolations()) {
            for (int i = 0; i < 6; i++) {
                Connection caller = transaction(isolation);
                LockName name = name("side-by-side");
                ended(inBackground(() -> acquire(caller, name)));
            }
            endEveryTransactionBut();
        }
    }

    @Test
    void severalNamesAreHeldTogetherWithOneToken() throws Exception {
        LockName a = usedName("a");
        LockName b = name("b");
        LockName c = usedName("c");
        Connection holder = transaction();
        Taken taken = harness.acquire(holder, Locks.exclusive(a, b).shared(c).waitTime(LONG));
        assertThat(isFree(a)).isFalse();
        assertThat(isFree(b)).isFalse();
        assertThat(isFree(c)).isFalse();
        holder.commit();
        assertThat(use(a).fencingToken()).isGreaterThan(taken.fencingToken());
        assertThat(use(b).fencingToken()).isGreaterThan(taken.fencingToken());
    }

    @Test
    void severalNamesOrNone() throws Exception {
        LockName taken = usedName("taken");
        Connection holder = transaction();
        acquire(holder, taken);
        LockName[] all = {usedName("a"), usedName("b"), usedName("c"), taken};
        Connection caller = transaction();
        assertThat(tryAcquire(caller, Locks.exclusive(all))).isEmpty();
        assertThatThrownBy(() -> harness.acquire(caller, Locks.exclusive(all).waitTime(Duration.ofMillis(200))))
                .isInstanceOf(AcquireTimeoutException.class)
                .hasMessageContaining(taken.toString());
        harness.note(caller, "goes-on-" + taken);
        caller.commit();
        assertThat(harness.notes()).contains("goes-on-" + taken);
        assertThat(isFree(all[0])).isTrue();
        assertThat(use(all[0]).fencingToken()).isPositive();
    }

    @Test
    void severalNamesInAnyOrderDoNotDeadlock() throws Exception {
        LockName[] names = {usedName("a"), usedName("b"), usedName("c")};
        long before = counted();
        Crowd.run(4, thread -> rounds(names, thread));
        assertThat(counted()).isEqualTo(before + 4 * 5);
    }

    private Callable<Boolean> rounds(LockName[] names, int thread) {
        LockRequest request = Locks.exclusive(names[thread % 3])
                .exclusive(names[(thread + 1) % 3])
                .exclusive(names[(thread + 2) % 3]);
        return () -> {
            for (int i = 0; i < 5; i++) {
                harness.call(
                        READ_COMMITTED,
                        request.waitTime(LONG),
                        connection -> harness.setCount(connection, harness.count(connection) + 1));
            }
            return true;
        };
    }

    private long counted() throws Exception {
        Connection reader = transaction();
        long count = harness.count(reader);
        reader.commit();
        return count;
    }

    @Test
    void pathsAreRefused() throws Exception {
        Connection caller = transaction();
        assertThatThrownBy(() -> acquire(caller, LockName.path("fs", "clinton")))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
