// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A user's machine in a folder: home, temporary files and environment of the commands that a test runs there. */
final class Machine implements AutoCloseable {

    private final Path folder;
    private final Map<String, String> environment = new LinkedHashMap<>();
    private final List<Invocation> invocations = new ArrayList<>();
    private int count;

    Machine(Path folder) {
        this.folder = folder;
        try {
            Files.createDirectories(home());
            Files.createDirectories(temporary());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        environment.put("HOME", home().toString());
        environment.put("TMPDIR", temporary().toString());
    }

    Path home() {
        return folder.resolve("home");
    }

    Path temporary() {
        return folder.resolve("tmp");
    }

    Path localStore() {
        return home().resolve(".local/state/holdonce/locks.db");
    }

    Path file(String name) {
        return folder.resolve(name);
    }

    Machine with(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    /** Starts {@code holdonce} with these arguments. */
    Invocation start(String... arguments) {
        try {
            count++;
            Path out = folder.resolve("out-" + count);
            Path err = folder.resolve("err-" + count);
            // A build in the background ignores SIGINT and perhaps SIGHUP, and so would whatever it starts.
            List<String> line = new ArrayList<>(List.of(
                    "env",
                    "--default-signal",
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xshare:auto",
                    "-XX:TieredStopAtLevel=1",
                    "-XX:+UseSerialGC",
                    "-cp",
                    System.getProperty("java.class.path"),
                    Main.class.getName()));
            line.addAll(List.of(arguments));
            ProcessBuilder builder = new ProcessBuilder(line)
                    .redirectInput(Path.of("/dev/null").toFile())
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            Map<String, String> environ = builder.environment();
            environ.keySet().removeIf(name -> name.startsWith("HOLDONCE_") || name.startsWith("XDG_"));
            environ.putAll(environment);
            Invocation invocation = new Invocation(builder.start(), out, err);
            invocations.add(invocation);
            return invocation;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts one and waits for its end. */
    Invocation run(String... arguments) {
        Invocation invocation = start(arguments);
        int unused = invocation.exitCode();
        return invocation;
    }

    @Override
    public void close() {
        invocations.forEach(Invocation::close);
    }
}
