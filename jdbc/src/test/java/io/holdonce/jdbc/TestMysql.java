// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A MySQL for tests: a real server on a loopback port in a temporary folder, started once per JVM, that keeps what it acknowledges.
 *
 * <p>It is 8.0.15 from an archive on the class path, or what the system property {@code holdonce.test.mysql} names: the folder of an
 * unpacked server, with {@code bin/mysqld} in it.
 */
public final class TestMysql {

    private static final String ARCHIVE = "/mysql-Linux-amd64.tar.gz";

    private TestMysql() {}

    private static final class Shared {
        private static final TestMysqlServer INSTANCE = start();
    }

    private static final class Here {
        private static final boolean STARTS = libraryIsThere();
    }

    /** The server that tests share. */
    public static TestMysqlServer shared() {
        return Shared.INSTANCE;
    }

    /** Whether the machine has the library that MySQL's server is linked with. If not, the report of the contracts says so. */
    public static boolean startsHere() {
        return Here.STARTS;
    }

    /** A server of one test's own, to be closed. */
    public static TestMysqlServer start(String... options) {
        Path folder = TestFolders.fresh();
        Path base = base(folder);
        Path data = folder.resolve("data");
        Map<String, String> environment = Map.of(
                "LD_LIBRARY_PATH", base.resolve("lib") + ":" + base.resolve("lib/private") + ":" + base.resolve("bin"));
        List<String> command = new ArrayList<>(List.of(
                base.resolve("bin/mysqld").toString(),
                "--no-defaults",
                "--basedir=" + base,
                "--lc-messages-dir=" + base.resolve("share"),
                "--datadir=" + data));
        if (System.getProperty("user.name").equals("root")) {
            command.add("--user=root");
        }
        List<String> initialize = new ArrayList<>(command);
        initialize.add("--initialize-insecure");
        TestMysqlServer.run(folder, initialize, environment);
        command.addAll(List.of("--mysqlx=OFF", "--skip-log-bin", "--performance-schema=OFF"));
        command.addAll(List.of(options));
        return TestMysqlServer.start(folder, command, environment);
    }

    private static Path base(Path folder) {
        String given = System.getProperty("holdonce.test.mysql", "");
        if (!given.isBlank()) {
            return Path.of(given);
        }
        Path base = folder.resolve("base");
        try (InputStream archive = TestMysql.class.getResourceAsStream(ARCHIVE)) {
            Files.createDirectories(base);
            Process tar = new ProcessBuilder("tar", "-xzf", "-", "-C", base.toString())
                    .redirectErrorStream(true)
                    .start();
            try (var input = tar.getOutputStream()) {
                archive.transferTo(input);
            }
            if (!tar.waitFor(120, TimeUnit.SECONDS) || tar.exitValue() != 0) {
                throw new IllegalStateException("MySQL could not be unpacked");
            }
            return base;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static boolean libraryIsThere() {
        for (String folder : List.of(
                "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/lib/x86_64-linux-gnu", "/usr/lib/x86_64-linux-gnu")) {
            if (Files.exists(Path.of(folder, "libaio.so.1"))) {
                return true;
            }
        }
        NotHere.write("mysql", "its server needs the system's libaio.so.1: apt-get install libaio1");
        return false;
    }
}
