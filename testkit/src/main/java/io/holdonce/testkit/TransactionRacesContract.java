// SPDX-License-Identifier: Apache-2.0
package io.holdonce.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdonce.LockName;
import io.holdonce.LockRequest;
import io.holdonce.Locks;
import io.holdonce.TransactionConflictException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Many at once: a name's first users, and a counter that only the lock protects. */
abstract class TransactionRacesContract extends TransactionTopic {

    private static final int TAKERS = 8;

    private enum End {
        COMMIT,
        ROLLBACK,
        KILL
    }

    /** The name as it shows itself to its takers, one after another. */
    private enum Taker {
        GRANTED,
        CONFLICT
    }

    TransactionRacesContract(TransactionLocksContract contract) {
        super(contract);
    }

    @Test
    void ofEightFirstTakersEachIsGrantedAtReadCommitted() throws Exception {
        for (End end : End.values()) {
            assertThat(race(READ_COMMITTED, end)).containsOnly(Taker.GRANTED);
        }
    }

    @Test
    void ofEightFirstTakersEachIsGrantedOrToldToRepeatAboveReadCommitted() throws Exception {
        for (int isolation : harness.isolations()) {
            for (End end : End.values()) {
                assertThat(race(isolation, end)).hasSize(TAKERS);
            }
        }
    }

    /** The first sits on the new name until the others wait, then ends; each that is granted commits. */
    private List<Taker> race(int isolation, End end) throws Exception {
        LockName name = name("first-" + end);
        Connection first = transaction(isolation);
        acquire(first, name);
        List<Future<Taker>> takers = new ArrayList<>();
        for (int i = 0; i < TAKERS; i++) {
            Connection taker = transaction(isolation);
            takers.add(inBackground(() -> taken(taker, name)));
        }
        assertWaits(takers.get(0));
        switch (end) {
            case COMMIT -> first.commit();
            case ROLLBACK -> first.rollback();
            case KILL -> harness.kill(first);
        }
        List<Taker> results = new ArrayList<>();
        for (Future<Taker> taker : takers) {
            results.add(ended(taker, LONG));
        }
        endEveryTransactionBut();
        return results;
    }

    private Taker taken(Connection taker, LockName name) throws SQLException {
        try {
            acquire(taker, name);
            taker.commit();
            return Taker.GRANTED;
        } catch (TransactionConflictException e) {
            taker.rollback();
            return Taker.CONFLICT;
        }
    }

    @Test
    void eightFirstCallersAllRunAtEveryIsolation() throws Exception {
        for (int isolation : harness.isolations()) {
            assertThat(raceToCount(isolation, Locks.exclusive(name("call")), TAKERS, 1))
                    .isEqualTo(TAKERS);
        }
    }

    @Test
    void counterIsRightAtEveryIsolation() throws Exception {
        for (int isolation : harness.isolations()) {
            assertThat(raceToCount(isolation, Locks.exclusive(usedName("counter")), 4, 5))
                    .isEqualTo(20);
        }
    }

    private long raceToCount(int isolation, LockRequest request, int threads, int times) throws Exception {
        long before = counted();
        Crowd.run(threads, thread -> counting(isolation, request, times));
        return counted() - before;
    }

    private Callable<Boolean> counting(int isolation, LockRequest request, int times) {
        return () -> {
            for (int i = 0; i < times; i++) {
                harness.call(
                        isolation,
                        request.waitTime(LONG),
                        connection -> harness.setCount(connection, harness.count(connection) + 1));
            }
            return true;
        };
    }

    private long counted() throws SQLException {
        Connection reader = transaction();
        long count = harness.count(reader);
        reader.commit();
        return count;
    }
}
