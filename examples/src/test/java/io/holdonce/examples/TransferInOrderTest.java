// SPDX-License-Identifier: Apache-2.0
package io.holdonce.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdonce.jdbc.JdbcSchema;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

class TransferInOrderTest {

    @Test
    void aBookingElsewhereKeepsTheAccountUntilItsTransactionEnds() throws Exception {
        UrlDataSource database = new UrlDataSource(Databases.h2());
        JdbcSchema.of(database).transactionLocks().create();
        TransferInOrder transfer = new TransferInOrder(database);
        try (Connection one = database.getConnection();
                Connection two = database.getConnection();
                Statement statement = one.createStatement()) {
            statement.execute("CREATE TABLE booked (account VARCHAR(20) PRIMARY KEY, amount BIGINT)");
            statement.execute("INSERT INTO booked VALUES ('a', 0)");
            transfer.book("a", 5);
            one.setAutoCommit(false);
            two.setAutoCommit(false);
            assertThat(transfer.bookIfFree(one, "a", 1)).isTrue();
            assertThat(transfer.bookIfFree(two, "a", 1)).isFalse();
            one.commit();
            assertThat(transfer.bookIfFree(two, "a", 1)).isTrue();
            two.commit();
            assertThat(amount(two)).isEqualTo(7);
        }
    }

    private static long amount(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT amount FROM booked")) {
            row.next();
            return row.getLong(1);
        }
    }
}
