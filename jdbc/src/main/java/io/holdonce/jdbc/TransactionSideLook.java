// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.sql.DataSource;

/**
 * Looks from a second connection whether another transaction is in the middle of a name's first use. Only MySQL above READ COMMITTED needs
 * it, for a try: there any look at a row that is not there locks the gap until the end of the transaction, and an INSERT waits a second.
 */
final class TransactionSideLook {

    private static final Duration PATIENCE = Duration.ofMillis(250);

    private final DataSource source;
    private final String look;

    TransactionSideLook(DataSource source, String look) {
        this.source = source;
        this.look = look;
    }

    /** Fails as a refused lock does. Where no second connection is to be had soon, says nothing: then the INSERT waits for a second. */
    void requireFree(TransactionAttempt attempt) throws SQLException {
        CompletableFuture<Connection> borrowed = new CompletableFuture<>();
        Thread borrower = new Thread(() -> borrow(borrowed), "holdonce-side-look");
        borrower.setDaemon(true);
        borrower.start();
        try {
            Connection connection = borrowed.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            try {
                look(connection, attempt);
            } finally {
                Failures.close(connection);
            }
        } catch (TimeoutException | ExecutionException e) {
            discardLater(borrowed);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            discardLater(borrowed);
        }
    }

    private void borrow(CompletableFuture<Connection> borrowed) {
        try {
            borrowed.complete(source.getConnection());
        } catch (SQLException | RuntimeException e) {
            borrowed.completeExceptionally(e);
        }
    }

    private static void discardLater(CompletableFuture<Connection> borrowed) {
        var unused = borrowed.thenAccept(Failures::close);
    }

    private void look(Connection connection, TransactionAttempt attempt) throws SQLException {
        boolean autoCommit = connection.getAutoCommit();
        try (PreparedStatement statement = connection.prepareStatement(look)) {
            statement.setBytes(1, attempt.key());
            statement.executeQuery().close();
        } finally {
            if (!autoCommit) {
                connection.rollback();
            }
        }
    }
}
