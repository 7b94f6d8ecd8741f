// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import static io.holdonce.jdbc.Claims.exclusive;
import static io.holdonce.jdbc.Claims.shared;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.holdonce.LockName;
import io.holdonce.ReleaseOutcome;
import io.holdonce.StoreUnavailableException;
import io.holdonce.spi.AcquireAnswer;
import io.holdonce.spi.Claim;
import io.holdonce.spi.RenewAnswer;
import io.holdonce.spi.StatusQuery;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.params.ParameterizedTest;

/** The driver fails before or after any one statement of an operation: what was done is recognised, what was not is done. */
class DroppedAnswerTest {

    private static final int MOST_STATEMENTS = 12;

    /** Fails once, at the given number of statements from now. */
    private static final class Failing implements Tap.Listener {
        private int countdown;
        private boolean afterwards;

        void at(int statement, boolean after) {
            countdown = statement;
            afterwards = after;
        }

        @Override
        public void before(String sql) throws SQLException {
            if (countdown > 0 && --countdown == 0 && !afterwards) {
                throw new SQLException("The wire broke before the statement", "08006");
            }
        }

        @Override
        public void after(String sql) throws SQLException {
            if (countdown == 0 && afterwards) {
                afterwards = false;
                throw new SQLException("The wire broke after the statement", "08006");
            }
        }
    }

    @ParameterizedTest
    @EveryDatabase
    void everyStatementMayFailBeforeOrAfterItsEffect(TestDatabase database) throws Exception {
        Failing failing = new Failing();
        try (HikariDataSource pool = TestDatabase.pool(database.freshUrl(), 3);
                JdbcStore store =
                        JdbcStore.builder(Tap.on(pool, failing)).createSchema().build()) {
            store.now(Claims.TIMEOUT);
            for (boolean after : new boolean[] {false, true}) {
                for (int statement = 1; statement <= MOST_STATEMENTS; statement++) {
                    for (int kind = 0; kind < 3; kind++) {
                        Claim claim = claim(kind);
                        failing.at(statement, after);
                        long token = grantedAtLast(store, claim);
                        failing.at(statement, after);
                        renewedAtLast(store, claim);
                        failing.at(0, false);
                        assertThat(store.status(
                                                StatusQuery.of(
                                                        claim.holds().get(0).name()),
                                                Claims.TIMEOUT)
                                        .get(0)
                                        .fencingToken())
                                .isEqualTo(token);
                        failing.at(statement, after);
                        releasedAtLast(store, claim);
                        failing.at(0, false);
                        claim.holds().forEach(hold -> assertFree(store, hold.name()));
                    }
                }
            }
        }
    }

    private static Claim claim(int kind) {
        String name = "n" + ThreadLocalRandom.current().nextLong();
        return switch (kind) {
            case 0 -> exclusive(name);
            case 1 -> shared(name);
            default -> exclusive(name + "a", name + "b", name + "c");
        };
    }

    private static long grantedAtLast(JdbcStore store, Claim claim) {
        try {
            return Claims.granted(store, claim);
        } catch (StoreUnavailableException e) {
            assertThat(e.sent()).isTrue();
            AcquireAnswer again = Claims.acquire(store, claim.again(claim.waiting(), true));
            assertThat(again).isInstanceOf(AcquireAnswer.Granted.class);
            return ((AcquireAnswer.Granted) again).fencingToken();
        }
    }

    private static void renewedAtLast(JdbcStore store, Claim claim) {
        try {
            assertThat(Claims.renew(store, claim)).isEqualTo(new RenewAnswer.Renewed());
        } catch (StoreUnavailableException e) {
            assertThat(Claims.renew(store, claim)).isEqualTo(new RenewAnswer.Renewed());
        }
    }

    private static void releasedAtLast(JdbcStore store, Claim claim) {
        try {
            assertThat(Claims.release(store, claim)).isEqualTo(ReleaseOutcome.RELEASED);
        } catch (StoreUnavailableException e) {
            assertThat(e.sent()).isTrue();
            assertThat(Claims.release(store, claim)).isIn(ReleaseOutcome.RELEASED, ReleaseOutcome.LOST);
        }
    }

    private static void assertFree(JdbcStore store, LockName name) {
        assertThat(store.status(StatusQuery.of(name), Claims.TIMEOUT).get(0).holds())
                .as(name.toString())
                .isEmpty();
    }

    @ParameterizedTest
    @EveryDatabase
    void ofSeveralClaimsInOneCallOnlyTheUnclearOneIsUnanswered(TestDatabase database) throws Exception {
        Failing failing = new Failing();
        try (HikariDataSource pool = TestDatabase.pool(database.freshUrl(), 3);
                JdbcStore store =
                        JdbcStore.builder(Tap.on(pool, failing)).createSchema().build()) {
            store.now(Claims.TIMEOUT);
            failing.at(1, true);
            List<AcquireAnswer> answers = store.acquire(List.of(exclusive("a"), exclusive("b")), Claims.TIMEOUT);
            assertThat(answers.get(0)).isInstanceOf(AcquireAnswer.Unanswered.class);
            assertThat(answers.get(1)).isInstanceOf(AcquireAnswer.Granted.class);
            failing.at(1, false);
            assertThatThrownBy(() -> store.acquire(List.of(exclusive("c")), Claims.TIMEOUT))
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("It may have happened");
        }
    }
}
