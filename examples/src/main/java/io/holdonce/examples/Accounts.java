// SPDX-License-Identifier: Apache-2.0
package io.holdonce.examples;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** A table whose rows remember the highest fencing token that wrote them. */
final class Accounts {

    private final DataSource dataSource;

    Accounts(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    void create() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE account"
                    + " (id BIGINT PRIMARY KEY, balance BIGINT NOT NULL, fence BIGINT DEFAULT 0 NOT NULL)");
            statement.execute("INSERT INTO account (id, balance) VALUES (1, 0)");
        }
    }

    // region fenced-write
    /** Writes unless a later holder has written; the row compares the tokens, so a pause of this process cannot matter. */
    boolean write(long id, long balance, long fencingToken) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement update = connection.prepareStatement(
                        "UPDATE account SET balance = ?, fence = ? WHERE id = ? AND fence <= ?")) {
            update.setLong(1, balance);
            update.setLong(2, fencingToken);
            update.setLong(3, id);
            update.setLong(4, fencingToken);
            return update.executeUpdate() == 1;
        }
    }
    // endregion

    long balance(long id) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement query = connection.prepareStatement("SELECT balance FROM account WHERE id = ?")) {
            query.setLong(1, id);
            try (ResultSet row = query.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }
}
