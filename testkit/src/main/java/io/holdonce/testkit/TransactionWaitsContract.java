// SPDX-License-Identifier: Apache-2.0
package io.holdonce.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdonce.AcquireTimeoutException;
import io.holdonce.LockName;
import io.holdonce.LockRequest;
import io.holdonce.Locks;
import io.holdonce.TransactionConflictException;
import io.holdonce.testkit.TransactionLocksHarness.Taken;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Waiting ends when it must, a try does not wait at all, and a transaction goes on after both. */
abstract class TransactionWaitsContract extends TransactionTopic {

    private static final Duration BRIEFLY = Duration.ofMillis(300);

    TransactionWaitsContract(TransactionLocksContract contract) {
        super(contract);
    }

    @Test
    void tryDoesNotWaitForAHolder() throws Exception {
        for (int isolation : harness.isolations()) {
            LockName name = usedName("held");
            Connection holder = transaction();
            acquire(holder, name);
            assertThat(tryAcquire(transaction(isolation), name)).isEmpty();
            assertThat(tryAcquire(transaction(isolation), Locks.shared(name))).isEmpty();
            holder.rollback();
        }
    }

    @Test
    void tryDoesNotWaitBehindAFirstUse() throws Exception {
        for (int isolation : harness.isolations()) {
            for (int holderIsolation : harness.isolations()) {
                LockName name = name("first");
                Connection holder = transaction(holderIsolation);
                acquire(holder, name);
                assertThat(tryAcquire(transaction(isolation), name)).isEmpty();
                assertThat(tryAcquire(transaction(isolation), Locks.shared(name)))
                        .isEmpty();
                holder.rollback();
            }
        }
    }

    @Test
    void tryOfAFreeNameIsGranted() throws Exception {
        for (int isolation : harness.isolations()) {
            LockName name = name("free");
            for (int i = 0; i < 3; i++) {
                Connection caller = transaction(isolation);
                assertThat(tryAcquire(caller, name)).isPresent();
                caller.commit();
            }
        }
    }

    @Test
    void transactionGoesOnAfterARefusedTry() throws Exception {
        for (int isolation : harness.isolations()) {
            for (LockName name : new LockName[] {name("new"), usedName("known")}) {
                Connection holder = transaction();
                acquire(holder, name);
                assertGoesOn(isolation, caller -> assertThat(tryAcquire(caller, name))
                        .isEmpty());
                holder.rollback();
            }
        }
    }

    @Test
    void transactionGoesOnAfterAWaitInVain() throws Exception {
        for (int isolation : harness.isolations()) {
            for (LockName name : new LockName[] {name("new"), usedName("known")}) {
                Connection holder = transaction();
                acquire(holder, name);
                assertGoesOn(isolation, caller -> assertThatThrownBy(() -> acquireBriefly(caller, name))
                        .isInstanceOf(AcquireTimeoutException.class)
                        .hasMessageContaining(name.toString())
                        .hasMessageContaining("Nothing was acquired"));
                holder.rollback();
            }
        }
    }

    private interface Step {
        void in(Connection caller) throws Exception;
    }

    private void assertGoesOn(int isolation, Step step) throws Exception {
        String before = "before-" + name("note");
        String after = "after-" + name("note");
        Connection caller = transaction(isolation);
        harness.note(caller, before);
        step.in(caller);
        harness.note(caller, after);
        caller.commit();
        assertThat(harness.notes()).contains(before, after);
    }

    private Taken acquireBriefly(Connection caller, LockName name) {
        Future<Taken> waiting =
                inBackground(() -> harness.acquire(caller, Locks.exclusive(name).waitTime(BRIEFLY)));
        return ended(waiting);
    }

    @Test
    void waitLastsAsLongAsItWasAllowed() throws Exception {
        LockName name = usedName("held");
        acquire(transaction(), name);
        Connection caller = transaction();
        Future<Taken> waiting =
                inBackground(() -> harness.acquire(caller, Locks.exclusive(name).waitTime(Duration.ofMillis(900))));
        assertWaits(waiting);
        assertWaits(waiting);
        assertThatThrownBy(() -> ended(waiting)).isInstanceOf(AcquireTimeoutException.class);
    }

    @Test
    void waiterGetsTheNameFromWhoeverEnds() throws Exception {
        for (LockName name : new LockName[] {name("new"), usedName("known")}) {
            for (boolean commits : new boolean[] {true, false}) {
                Connection holder = transaction();
                acquire(holder, name);
                Connection waiter = transaction();
                Future<Taken> waiting = inBackground(() -> acquire(waiter, name));
                assertWaits(waiting);
                if (commits) {
                    holder.commit();
                } else {
                    holder.rollback();
                }
                ended(waiting, LONG);
                assertThat(isFree(name)).isFalse();
                waiter.rollback();
            }
        }
    }

    @Test
    void sharersAreTogetherAndKeepAnExclusiveOut() throws Exception {
        LockName name = usedName("shared");
        use(Locks.shared(name));
        Connection one = transaction();
        Connection two = transaction();
        harness.acquire(one, Locks.shared(name).waitTime(LONG));
        assertThat(tryAcquire(two, Locks.shared(name))).isPresent();
        harness.acquire(transaction(), Locks.shared(name).waitTime(LONG));
        assertThat(isFree(name)).isFalse();
        Connection writer = transaction();
        Future<Taken> waiting = inBackground(() -> acquire(writer, name));
        assertWaits(waiting);
        endEveryTransactionBut(writer);
        assertThat(ended(waiting, LONG).fencingToken()).isPositive();
        assertThat(tryAcquire(transaction(), Locks.shared(name))).isEmpty();
    }

    @Test
    void exclusiveKeepsSharersOutUntilItEnds() throws Exception {
        LockName name = usedName("shared");
        use(Locks.shared(name));
        Connection holder = transaction();
        acquire(holder, name);
        assertThat(tryAcquire(transaction(), Locks.shared(name))).isEmpty();
        Connection sharer = transaction();
        Future<Taken> waiting =
                inBackground(() -> harness.acquire(sharer, Locks.shared(name).waitTime(LONG)));
        assertWaits(waiting);
        holder.commit();
        ended(waiting, LONG);
        assertThat(isFree(name)).isFalse();
    }

    private void use(LockRequest request) throws Exception {
        Connection first = transaction();
        harness.acquire(first, request.waitTime(LONG));
        first.commit();
    }

    /** Refused, or it sees what the holder left, or the database refuses to let it write over that. */
    @Test
    void transactionThatReadBeforeTheLockDoesNotUndoWhatItsLastHolderLeft() throws Exception {
        for (int isolation : harness.isolations()) {
            LockName name = usedName("stale");
            Connection caller = transaction(isolation);
            long before = harness.count(caller);
            Connection other = transaction();
            acquire(other, name);
            if (!writesPast(other, before + 1)) {
                // The reader's own lock keeps the writer out: nothing can be stale.
                continue;
            }
            other.commit();
            assertCountsOnOrIsRefused(caller, name, before + 1);
            caller.rollback();
        }
    }

    private void assertCountsOnOrIsRefused(Connection caller, LockName name, long left) throws SQLException {
        try {
            assertThat(tryAcquire(caller, name)).isPresent();
        } catch (TransactionConflictException e) {
            return;
        }
        long seen = harness.count(caller);
        try {
            harness.setCount(caller, seen + 1);
        } catch (SQLException e) {
            assertThat(seen).isLessThan(left);
            return;
        }
        assertThat(seen).isEqualTo(left);
    }

    /** Whether a value could be written without waiting for a reader. */
    private boolean writesPast(Connection writer, long value) throws Exception {
        Future<Boolean> writing = inBackground(() -> {
            harness.setCount(writer, value);
            return true;
        });
        try {
            return writing.get(1, java.util.concurrent.TimeUnit.SECONDS);
        } catch (java.util.concurrent.TimeoutException e) {
            endEveryTransactionBut(writer);
            ended(writing, LONG);
            writer.rollback();
            return false;
        }
    }
}
