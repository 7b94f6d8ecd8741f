// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * A PostgreSQL for tests: the one of {@code HOLDONCE_TEST_POSTGRESQL_URL}, or a real server on a loopback port in a temporary
 * folder, started once per JVM, that keeps what it acknowledges.
 */
public final class TestPostgresql implements AutoCloseable {

    private static final AtomicInteger SCHEMAS = new AtomicInteger();

    private final Optional<EmbeddedPostgres> server;
    private final String url;
    private final Optional<Path> folder;

    private TestPostgresql(Optional<EmbeddedPostgres> server, String url, Optional<Path> folder) {
        this.server = server;
        this.url = url;
        this.folder = folder;
    }

    private static final class Shared {
        private static final TestPostgresql INSTANCE = open();

        private static TestPostgresql open() {
            String given = System.getenv("HOLDONCE_TEST_POSTGRESQL_URL");
            if (given != null && !given.isBlank()) {
                return new TestPostgresql(Optional.empty(), given, Optional.empty());
            }
            TestPostgresql own = start();
            Runtime.getRuntime().addShutdownHook(new Thread(own::close));
            return own;
        }
    }

    /** The server that tests share. */
    public static TestPostgresql shared() {
        return Shared.INSTANCE;
    }

    /** A server of one test's own, to be closed. */
    public static TestPostgresql start() {
        try {
            Path folder = Files.createTempDirectory("holdonce-postgresql");
            EmbeddedPostgres server = EmbeddedPostgres.builder()
                    .setDataDirectory(folder.resolve("data"))
                    .setOverrideWorkingDirectory(folder.resolve("work").toFile())
                    .setServerConfig("fsync", "on")
                    .setServerConfig("synchronous_commit", "on")
                    .setServerConfig("listen_addresses", "127.0.0.1")
                    .setServerConfig("logging_collector", "on")
                    .setServerConfig("log_directory", "log")
                    .setPGStartupWait(Duration.ofSeconds(120))
                    .start();
            String url =
                    "jdbc:postgresql://127.0.0.1:" + server.getPort() + "/postgres?user=postgres&password=postgres";
            return new TestPostgresql(Optional.of(server), url, Optional.of(folder));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The URL with user and password. */
    public String url() {
        return url;
    }

    /** A URL whose connections work in a fresh, empty schema. */
    public String urlOfFreshSchema() {
        String schema = "t" + ProcessHandle.current().pid() + "_" + SCHEMAS.incrementAndGet();
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE SCHEMA " + schema);
        } catch (SQLException e) {
            throw new IllegalStateException("Cannot create a schema in PostgreSQL", e);
        }
        return url + (url.contains("?") ? "&" : "?") + "currentSchema=" + schema;
    }

    /** All that an own server has logged so far. */
    public String log() {
        try (Stream<Path> files =
                Files.list(folder.orElseThrow().resolve("data").resolve("log"))) {
            StringBuilder all = new StringBuilder();
            for (Path file : files.sorted().toList()) {
                all.append(Files.readString(file));
            }
            return all.toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            if (server.isPresent()) {
                server.get().close();
            }
            if (folder.isPresent()) {
                TestFolders.delete(folder.get());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
