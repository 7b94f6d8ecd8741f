// SPDX-License-Identifier: Apache-2.0
package io.holdonce.examples;

import static io.holdonce.Locks.exclusive;

import io.holdonce.Lease;
import io.holdonce.LockName;
import io.holdonce.Locks;
import io.holdonce.StaleTokenException;
import io.holdonce.jdbc.FencingGuard;
import io.holdonce.jdbc.JdbcStore;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;

/**
 * Takes a lock, waits for a line on standard input, and writes to a table that knows nothing of fences. Stop it with {@code kill -STOP}
 * before that line, let another take the lock and write, and wake it with {@code kill -CONT}: its transaction is refused.
 */
public final class GuardedWriter {

    static final LockName NAME = LockName.of("report", "7");

    private GuardedWriter() {}

    /**
     * Holds, waits, writes.
     *
     * @param args a JDBC URL
     * @throws Exception if anything fails
     */
    public static void main(String[] args) throws Exception {
        UrlDataSource dataSource = new UrlDataSource(args[0]);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (Locks locks = Locks.over(JdbcStore.of(dataSource))) {
            Lease lease = locks.acquire(exclusive(NAME).ttl(Duration.ofSeconds(2)));
            System.out.println("holding " + lease.fencingToken());
            in.readLine();
            try {
                write(dataSource, lease, "late");
                System.out.println("written");
            } catch (StaleTokenException e) {
                System.out.println("refused");
            }
            System.out.println(lease.release());
        }
    }

    // region fencing-guard
    /** Writes in one transaction with the check, which comes last, right before the commit. */
    static void write(DataSource dataSource, Lease lease, String text) throws SQLException {
        FencingGuard guard = FencingGuard.of(dataSource);
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            try (PreparedStatement update = connection.prepareStatement("UPDATE report SET text = ? WHERE id = 7")) {
                update.setString(1, text);
                update.executeUpdate();
                guard.require(connection, "report 7", lease);
                connection.commit();
            } finally {
                connection.rollback();
            }
        }
    }
    // endregion
}
