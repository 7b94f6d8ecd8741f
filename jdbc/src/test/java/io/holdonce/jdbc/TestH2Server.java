// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.h2.tools.Server;

/** A real H2 server in a JVM of its own, so that it can be paused and killed. It ends with this JVM. */
public final class TestH2Server implements AutoCloseable {

    private static final AtomicInteger DATABASES = new AtomicInteger();

    private final Process process;
    private final int port;

    private TestH2Server(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    private static final class Shared {
        private static final TestH2Server INSTANCE = start();
    }

    /** The server that tests share. */
    public static TestH2Server shared() {
        return Shared.INSTANCE;
    }

    /** A server of one test's own, to be closed. */
    public static TestH2Server start() {
        try {
            Path folder = TestFolders.fresh();
            Process process = new ProcessBuilder(List.of(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Dh2.bindAddress=127.0.0.1",
                            "-Xmx256m",
                            "-cp",
                            System.getProperty("java.class.path"),
                            TestH2Server.class.getName(),
                            folder.toString()))
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
            BufferedReader output =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
            return new TestH2Server(process, Integer.parseInt(output.readLine()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs in the child: prints the port, serves until its input ends. */
    public static void main(String[] arguments) throws Exception {
        Server server = Server.createTcpServer("-tcpPort", "0", "-ifNotExists", "-baseDir", arguments[0])
                .start();
        System.out.println(server.getPort());
        while (System.in.read() >= 0) {
            // Nothing is ever sent: the end of input says that the parent is gone.
        }
        System.exit(0);
    }

    /** The server's process, to be paused or killed. */
    public Process process() {
        return process;
    }

    /** Its loopback port. */
    public int port() {
        return port;
    }

    /** The URL of a fresh database on this server. */
    public String urlOfFreshDatabase() {
        return urlOfFreshDatabase(port);
    }

    /** The same through another port, a proxy's. */
    public String urlOfFreshDatabase(int through) {
        return "jdbc:h2:tcp://127.0.0.1:" + through + "/./db" + DATABASES.incrementAndGet()
                + ";WRITE_DELAY=0;DB_CLOSE_DELAY=-1;NETWORK_TIMEOUT=10000";
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
