// SPDX-License-Identifier: Apache-2.0
package io.holdonce.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdonce.LockName;
import io.holdonce.Locks;
import io.holdonce.testkit.TransactionLocksHarness.Taken;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** The lock is part of the caller's transaction, and nothing else of that transaction is touched. */
abstract class TransactionContract extends TransactionTopic {

    TransactionContract(TransactionLocksContract contract) {
        super(contract);
    }

    /** A connection that allows only to be asked whether a transaction is open. */
    private static Connection untouchable() {
        return (Connection) Proxy.newProxyInstance(
                TransactionContract.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, args) -> {
                    if (method.getName().equals("getAutoCommit")) {
                        return true;
                    }
                    throw new AssertionError("called " + method.getName());
                });
    }

    @Test
    void noOpenTransactionIsAnErrorBeforeAnyStatement() {
        LockName name = name("autocommit");
        assertThatThrownBy(() -> acquire(untouchable(), name)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> harness.tryAcquire(untouchable(), Locks.exclusive(name)))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void heldUntilTheCommit() throws Exception {
        for (LockName name : new LockName[] {name("new"), usedName("known")}) {
            Connection holder = transaction();
            acquire(holder, name);
            assertThat(isFree(name)).isFalse();
            holder.commit();
            assertThat(isFree(name)).isTrue();
        }
    }

    @Test
    void rollbackFreesTheNameAndKeepsNothing() throws Exception {
        LockName name = name("rolled-back");
        Connection holder = transaction();
        long lost = acquire(holder, name).fencingToken();
        holder.rollback();
        Taken first = use(name);
        assertThat(first.lastTakenAt()).isEmpty();
        assertThat(first.fencingToken()).isGreaterThan(lost);
        Connection again = transaction();
        acquire(again, name);
        again.rollback();
        Taken second = use(name);
        assertThat(second.createdAt()).isEqualTo(first.createdAt());
        assertThat(second.lastTakenAt()).isPresent();
    }

    @Test
    void callersWorkIsNotCommittedByTheLock() throws Exception {
        String text = "not-yet-" + name("note");
        Connection holder = transaction();
        harness.note(holder, text);
        acquire(holder, name("work"));
        assertThat(tryAcquire(holder, name("more-work"))).isPresent();
        assertThat(harness.notes()).doesNotContain(text);
        holder.rollback();
        assertThat(harness.notes()).doesNotContain(text);
    }

    @Test
    void callersWorkIsNotLostByTheLock() throws Exception {
        LockName taken = usedName("taken");
        acquire(transaction(), taken);
        String text = "kept-" + name("note");
        Connection caller = transaction();
        harness.note(caller, text);
        assertThat(tryAcquire(caller, taken)).isEmpty();
        acquire(caller, name("free"));
        caller.commit();
        assertThat(harness.notes()).contains(text);
    }

    @Test
    void settingsOfTheSessionStayAsTheyWere() throws Exception {
        LockName taken = usedName("taken");
        acquire(transaction(), taken);
        for (int isolation : harness.isolations()) {
            Connection caller = transaction(isolation);
            String before = harness.settings(caller);
            caller.commit();
            acquire(caller, name("new"));
            assertThat(harness.settings(caller)).isEqualTo(before);
            assertThat(tryAcquire(caller, name("new"))).isPresent();
            assertThat(harness.settings(caller)).isEqualTo(before);
            assertThat(tryAcquire(caller, taken)).isEmpty();
            assertThat(harness.settings(caller)).isEqualTo(before);
            assertThat(tryAcquire(caller, Locks.exclusive(taken).waitTime(Duration.ofMillis(20))))
                    .isEmpty();
            assertThat(harness.settings(caller)).isEqualTo(before);
            caller.rollback();
            assertThat(harness.settings(caller)).isEqualTo(before);
        }
    }

    @Test
    void takingAgainInTheSameTransactionIsGranted() throws Exception {
        for (LockName name : new LockName[] {name("new"), usedName("known")}) {
            Connection holder = transaction();
            long first = acquire(holder, name).fencingToken();
            assertThat(acquire(holder, name).fencingToken()).isGreaterThan(first);
            assertThat(tryAcquire(holder, name)).isPresent();
            holder.commit();
        }
    }

    @Test
    void tokensOnlyGrow() throws Exception {
        LockName name = name("token");
        long before = 0;
        for (int i = 0; i < 6; i++) {
            Connection holder = transaction();
            long token = i % 2 == 0
                    ? acquire(holder, name).fencingToken()
                    : tryAcquire(holder, name).orElseThrow().fencingToken();
            assertThat(token).isGreaterThan(before);
            before = token;
            if (i % 3 == 1) {
                holder.rollback();
            } else {
                holder.commit();
            }
        }
    }

    @Test
    void waiterHasAHigherTokenThanTheHolderThatRolledBack() throws Exception {
        for (LockName name : new LockName[] {name("new"), usedName("known")}) {
            Connection holder = transaction();
            Connection waiter = transaction();
            acquire(holder, name);
            Future<Taken> waiting = inBackground(() -> acquire(waiter, name));
            assertWaits(waiting);
            long last = acquire(holder, name).fencingToken();
            holder.rollback();
            assertThat(ended(waiting, LONG).fencingToken()).isGreaterThan(last);
            waiter.rollback();
        }
    }

    @Test
    void createdAndLastTakenTimesAreKept() throws Exception {
        LockName name = name("times");
        Taken first = use(name);
        Taken second = use(name);
        Taken third = use(name);
        assertThat(first.lastTakenAt()).isEmpty();
        assertThat(second.createdAt()).isEqualTo(first.createdAt());
        assertThat(second.lastTakenAt().orElseThrow()).isAfterOrEqualTo(first.createdAt());
        assertThat(third.lastTakenAt().orElseThrow())
                .isAfter(second.lastTakenAt().orElseThrow());
    }

    @Test
    void deadSessionFreesItsName() throws Exception {
        for (LockName name : new LockName[] {name("new"), usedName("known")}) {
            Connection holder = transaction();
            acquire(holder, name);
            Connection waiter = transaction();
            Future<Taken> waiting = inBackground(() -> acquire(waiter, name));
            assertWaits(waiting);
            harness.kill(holder);
            assertThat(ended(waiting, LONG).fencingToken()).isPositive();
        }
    }

    @Test
    void whatIsReadAfterTheLockIsWhatItsLastHolderLeft() throws Exception {
        for (int isolation : harness.isolations()) {
            LockName name = usedName("counter");
            long before = counted(isolation, name, 0);
            assertThat(counted(isolation, name, 1)).isEqualTo(before);
            assertThat(counted(isolation, name, 1)).isEqualTo(before + 1);
        }
    }

    private long counted(int isolation, LockName name, int more) throws SQLException {
        long[] seen = new long[1];
        harness.call(isolation, Locks.exclusive(name).waitTime(LONG), connection -> {
            seen[0] = harness.count(connection);
            harness.setCount(connection, seen[0] + more);
        });
        return seen[0];
    }
}
