// SPDX-License-Identifier: Apache-2.0
package io.holdonce.examples;

import io.holdonce.LockName;
import io.holdonce.jdbc.TransactionLocks;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;

/** Work of one transaction behind a lock that ends with it. */
final class TransferInOrder {

    private final TransactionLocks locks;

    TransferInOrder(DataSource dataSource) {
        this.locks = TransactionLocks.of(dataSource);
    }

    // region transaction-locks
    /** Opens the transaction, locks first, commits. */
    void book(String account, long amount) throws SQLException {
        locks.call(LockName.of("account", account), Duration.ofSeconds(5), (connection, lock) -> {
            add(connection, account, amount);
            return lock.fencingToken();
        });
    }

    /** In a transaction that is open already; false if another has the account. */
    boolean bookIfFree(Connection connection, String account, long amount) throws SQLException {
        if (locks.tryAcquire(connection, LockName.of("account", account)).isEmpty()) {
            return false;
        }
        add(connection, account, amount);
        return true;
    }
    // endregion

    private static void add(Connection connection, String account, long amount) throws SQLException {
        try (PreparedStatement update =
                connection.prepareStatement("UPDATE booked SET amount = amount + ? WHERE account = ?")) {
            update.setLong(1, amount);
            update.setString(2, account);
            update.executeUpdate();
        }
    }
}
