// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import static io.holdonce.jdbc.Claims.exclusive;
import static io.holdonce.jdbc.Claims.shared;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.holdonce.StoreUnavailableException;
import io.holdonce.spi.Claim;
import io.holdonce.spi.RenewAnswer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;

/** Someone else's transaction sits on a row. */
class StuckRowTest {

    private static void lockRow(Connection connection, String name) throws Exception {
        connection.setAutoCommit(false);
        try (PreparedStatement statement =
                connection.prepareStatement("UPDATE holdonce_lease SET note = 'stuck' WHERE lease_key = ?")) {
            statement.setBytes(1, io.holdonce.LockName.of(name).key());
            assertThat(statement.executeUpdate()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EveryDatabase(except = TestDatabase.SQLITE)
    void oneStuckRowMakesOnlyItsOwnClaimUnknown(TestDatabase database) throws Exception {
        try (HikariDataSource pool = TestDatabase.pool(database.freshUrl(), 3);
                JdbcStore store = JdbcStore.builder(pool).createSchema().build()) {
            List<Claim> claims = new ArrayList<>(
                    IntStream.range(0, 10).mapToObj(i -> exclusive("n" + i)).toList());
            claims.add(exclusive("x", "y"));
            claims.addAll(IntStream.range(0, 5).mapToObj(i -> shared("s" + i)).toList());
            store.acquire(claims, Claims.TIMEOUT);
            try (Connection other = pool.getConnection()) {
                lockRow(other, "n3");
                lockRow(other, "y");
                lockRow(other, "s2");
                List<RenewAnswer> answers =
                        store.renew(claims.stream().map(Claims::renewal).toList(), Duration.ofSeconds(30));
                for (int i = 0; i < claims.size(); i++) {
                    boolean stuck = i == 3 || i == 10 || i == 13;
                    assertThat(answers.get(i))
                            .as("claim %s", claims.get(i).holds())
                            .isEqualTo(stuck ? new RenewAnswer.Unknown() : new RenewAnswer.Renewed());
                }
                other.rollback();
                other.setAutoCommit(true);
            }
            assertThat(store.renew(claims.stream().map(Claims::renewal).toList(), Claims.TIMEOUT))
                    .containsOnly(new RenewAnswer.Renewed());
        }
    }

    @ParameterizedTest
    @EveryDatabase
    void stuckRowIsNeverReportedAsContended(TestDatabase database) throws Exception {
        String url = database.freshUrl().replace("busy_timeout=10000", "busy_timeout=300");
        try (HikariDataSource pool = TestDatabase.pool(url, 3);
                JdbcStore store = JdbcStore.builder(pool).createSchema().build()) {
            Claim claim = exclusive("free");
            Claims.granted(store, claim);
            Claims.release(store, claim);
            try (Connection other = pool.getConnection()) {
                lockRow(other, "free");
                assertThatThrownBy(() -> store.acquire(List.of(exclusive("free")), Duration.ofSeconds(6)))
                        .isInstanceOfSatisfying(StoreUnavailableException.class, e -> assertThat(e.sent())
                                .isFalse())
                        .hasMessageContaining("free");
                assertThatThrownBy(() -> store.acquire(List.of(exclusive("free", "other")), Duration.ofSeconds(6)))
                        .isInstanceOfSatisfying(StoreUnavailableException.class, e -> assertThat(e.sent())
                                .isFalse());
                other.rollback();
                other.setAutoCommit(true);
            }
            Claims.granted(store, exclusive("free", "other"));
        }
    }

    @ParameterizedTest
    @EveryDatabase(except = TestDatabase.SQLITE)
    void heldNameBlocksNoOther(TestDatabase database) throws Exception {
        try (HikariDataSource pool = TestDatabase.pool(database.freshUrl(), 3);
                JdbcStore store = JdbcStore.builder(pool).createSchema().build()) {
            Claims.granted(store, exclusive("stuck"));
            try (Connection other = pool.getConnection()) {
                lockRow(other, "stuck");
                Claims.granted(store, exclusive("other"));
                Claims.granted(store, shared("s1", "s2"));
                other.rollback();
                other.setAutoCommit(true);
            }
        }
    }
}
