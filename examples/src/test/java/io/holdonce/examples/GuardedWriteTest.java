// SPDX-License-Identifier: Apache-2.0
package io.holdonce.examples;

import static io.holdonce.Locks.exclusive;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.holdonce.Lease;
import io.holdonce.Locks;
import io.holdonce.jdbc.JdbcSchema;
import io.holdonce.jdbc.JdbcStore;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GuardedWriteTest {

    @Test
    void theTransactionOfAHolderThatWasPausedPastItsTtlIsRefused(@TempDir Path folder) throws Exception {
        String url = Databases.sqlite(folder);
        UrlDataSource database = new UrlDataSource(url);
        execute(database, "CREATE TABLE report (id INTEGER PRIMARY KEY, text TEXT)");
        execute(database, "INSERT INTO report VALUES (7, 'new')");
        JdbcSchema.of(database).fences().create();
        try (Locks locks = Locks.over(JdbcStore.builder(database).createSchema().build());
                ChildJvm paused = new ChildJvm(GuardedWriter.class, url)) {
            await().atMost(Duration.ofSeconds(30)).until(() -> !paused.lines().isEmpty());
            paused.signal("STOP");

            try (Lease next = locks.acquire(exclusive(GuardedWriter.NAME))) {
                GuardedWriter.write(database, next, "in time");
                paused.signal("CONT");
                paused.type("write now");
                await().atMost(Duration.ofSeconds(30))
                        .until(() -> paused.lines().size() == 3);

                assertThat(paused.lines().subList(1, 3)).containsExactly("refused", "LOST");
                assertThat(text(database)).isEqualTo("in time");
                GuardedWriter.write(database, next, "and again");
                assertThat(text(database)).isEqualTo("and again");
            }
        }
    }

    private static void execute(UrlDataSource database, String sql) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String text(UrlDataSource database) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT text FROM report WHERE id = 7")) {
            row.next();
            return row.getString(1);
        }
    }
}
