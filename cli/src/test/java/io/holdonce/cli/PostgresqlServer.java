// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** The PostgreSQL of {@code HOLDONCE_TEST_POSTGRESQL_URL}, or a real one on a loopback port, started once per JVM. */
final class PostgresqlServer {

    private static final AtomicInteger SCHEMAS = new AtomicInteger();

    private PostgresqlServer() {}

    private static final class Shared {
        private static final String URL = open();

        private static String open() {
            String given = System.getenv("HOLDONCE_TEST_POSTGRESQL_URL");
            if (given != null && !given.isBlank()) {
                return given;
            }
            try {
                EmbeddedPostgres server = EmbeddedPostgres.builder()
                        .setServerConfig("fsync", "on")
                        .setServerConfig("synchronous_commit", "on")
                        .setPGStartupWait(Duration.ofSeconds(120))
                        .start();
                Runtime.getRuntime().addShutdownHook(new Thread(() -> close(server)));
                return "jdbc:postgresql://127.0.0.1:" + server.getPort() + "/postgres?user=postgres&password=postgres";
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static void close(EmbeddedPostgres server) {
            try {
                server.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** A URL whose connections work in a fresh, empty schema. */
    static String urlOfFreshSchema() {
        String schema = "cli" + ProcessHandle.current().pid() + "_" + SCHEMAS.incrementAndGet();
        try (Connection connection = DriverManager.getConnection(Shared.URL);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE SCHEMA " + schema);
        } catch (SQLException e) {
            throw new IllegalStateException("Cannot create a schema in PostgreSQL", e);
        }
        return Shared.URL + (Shared.URL.contains("?") ? "&" : "?") + "currentSchema=" + schema;
    }
}
