// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** A running server of MySQL or MariaDB, whose databases have an accent- and case-insensitive collation. It ends with this JVM. */
public final class TestMysqlServer implements AutoCloseable {

    private static final Duration START = Duration.ofSeconds(120);

    private static final AtomicInteger DATABASES = new AtomicInteger();

    private final Path folder;
    private final List<String> command;
    private final Map<String, String> environment;
    private final int port;
    private volatile Process process;

    private TestMysqlServer(Path folder, List<String> command, Map<String, String> environment, int port) {
        this.folder = folder;
        this.command = command;
        this.environment = environment;
        this.port = port;
    }

    /** Runs a command to its end. */
    static void run(Path folder, List<String> command, Map<String, String> environment) {
        try {
            Process process = process(folder, command, environment, "install.log");
            if (!process.waitFor(START.toSeconds(), TimeUnit.SECONDS) || process.exitValue() != 0) {
                process.destroyForcibly();
                throw new IllegalStateException(
                        command.get(0) + " failed: " + Files.readString(folder.resolve("install.log")));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static Process process(Path folder, List<String> command, Map<String, String> environment, String log)
            throws IOException {
        File file = folder.resolve(log).toFile();
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(file));
        builder.environment().putAll(environment);
        // A zone that has an hour twice in autumn, whatever the machine knows of zones.
        builder.environment().put("TZ", "CET-1CEST,M3.5.0,M10.5.0/3");
        return builder.start();
    }

    static TestMysqlServer start(Path folder, List<String> command, Map<String, String> environment) {
        int port = freePort();
        List<String> all = new ArrayList<>(command);
        all.addAll(List.of(
                "--port=" + port,
                "--bind-address=127.0.0.1",
                "--socket=" + folder.resolve("s.sock"),
                "--pid-file=" + folder.resolve("m.pid"),
                "--innodb-buffer-pool-size=64M",
                "--innodb-flush-log-at-trx-commit=1",
                "--max-connections=300",
                "--character-set-server=utf8mb4",
                "--collation-server=utf8mb4_general_ci"));
        TestMysqlServer server = new TestMysqlServer(folder, all, environment, port);
        server.start();
        Runtime.getRuntime().addShutdownHook(new Thread(server::kill));
        return server;
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts it, again after {@link #kill}, on the same port and data; returns when it answers. */
    public void start() {
        try {
            process = process(folder, command, environment, "server.log");
            long end = System.nanoTime() + START.toNanos();
            while (!answers()) {
                if (!process.isAlive() || System.nanoTime() > end) {
                    throw new IllegalStateException(
                            command.get(0) + " does not start: " + Files.readString(folder.resolve("server.log")));
                }
                LockSupport.parkNanos(50_000_000);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean answers() {
        try (Connection connection = DriverManager.getConnection(mariadbUrl("information_schema"))) {
            return connection.isValid(5);
        } catch (SQLException e) {
            return false;
        }
    }

    /** The server's process, to be paused or killed. */
    public Process process() {
        return process;
    }

    /** Its loopback port. */
    public int port() {
        return port;
    }

    /** The name of a fresh database. */
    public String freshDatabase() {
        String name = "t" + ProcessHandle.current().pid() + "_" + DATABASES.incrementAndGet();
        try (Connection connection = DriverManager.getConnection(mariadbUrl("information_schema"));
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        } catch (SQLException e) {
            throw new IllegalStateException("Cannot create a database", e);
        }
        return name;
    }

    /** The URL of a database for MySQL's driver. */
    public String mysqlUrl(String database) {
        return "jdbc:mysql://127.0.0.1:" + port + '/' + database
                + "?user=root&sslMode=DISABLED&allowPublicKeyRetrieval=true";
    }

    /** The URL of a database for MariaDB's driver. */
    public String mariadbUrl(String database) {
        return "jdbc:mariadb://127.0.0.1:" + port + '/' + database
                + "?user=root&sslMode=disable&allowPublicKeyRetrieval=true";
    }

    /** As by kill -9. */
    public void kill() {
        process.destroyForcibly();
        try {
            process.waitFor(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        kill();
        TestFolders.delete(folder);
    }
}
