// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import javax.sql.DataSource;

/** Changes stored rows behind the store's back, so that tests need not wait or set a server's clock. */
final class Shift {

    private static final String TIMES = "acquired_at = acquired_at - %1$d, renewed_at = renewed_at - %1$d, "
            + "expires_at = CASE WHEN expires_at = 0 THEN 0 ELSE expires_at - %1$d END";

    private Shift() {}

    /** Lets time pass: takes it off every stored time. Negative: the clock is set back, so tokens are ahead of it. */
    static void elapse(DataSource source, Duration time) {
        long micros = Infos.micros(time);
        String times = TIMES.formatted(micros);
        execute(
                source,
                "UPDATE holdonce_lease SET " + times
                        + (", shared_until = CASE WHEN shared_until = 0 THEN 0 ELSE shared_until - %1$d END, "
                                        + "waited_until = CASE WHEN waited_until = 0 THEN 0 ELSE waited_until - %1$d END, "
                                        + "revoked_at = CASE WHEN revoked_at = 0 THEN 0 ELSE revoked_at - %1$d END, "
                                        + "touched_at = touched_at - %1$d, token = token + %2$d")
                                .formatted(micros, Math.max(0, -micros)),
                "UPDATE holdonce_sharer SET " + times);
    }

    static void clear(DataSource source) {
        execute(source, "DELETE FROM holdonce_sharer", "DELETE FROM holdonce_lease");
    }

    static void execute(DataSource source, String... statements) {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new IllegalStateException("Cannot change the rows of the test", e);
        }
    }
}
