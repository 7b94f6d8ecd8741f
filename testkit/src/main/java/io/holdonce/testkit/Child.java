// SPDX-License-Identifier: Apache-2.0
package io.holdonce.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdonce.LockName;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A {@link ChildHolder} as its parent sees it. */
final class Child implements AutoCloseable {

    /** A JVM start on a loaded machine takes long; nothing else comes near it. */
    private static final int LIMIT_SECONDS = 120;

    private static final String GONE = "(the child has ended)";

    private final Process process;
    private final PrintWriter commands;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    private Child(Process process) {
        this.process = process;
        this.commands = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
        Thread reader = new Thread(this::read, "child-reader");
        reader.setDaemon(true);
        reader.start();
    }

    static Child start(StoreHarness harness) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                ChildHolder.class.getName()));
        command.addAll(harness.childArguments());
        Child child = new Child(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
        try {
            child.hear("ready");
        } catch (Exception | Error e) {
            child.close();
            throw e;
        }
        return child;
    }

    long pid() {
        return process.pid();
    }

    void tell(String command) {
        commands.println(command);
    }

    /** The rest of the next line that begins with this word; other lines are passed over. */
    String hear(String word) throws InterruptedException {
        while (true) {
            String line = lines.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
            assertThat(line)
                    .as("what the child says after '%s'", word)
                    .isNotNull()
                    .isNotEqualTo(GONE);
            if (line.equals(word) || line.startsWith(word + " ")) {
                return line.substring(word.length()).strip();
            }
        }
    }

    String ask(String command) throws InterruptedException {
        tell(command);
        return hear(command.split(" ", 2)[0].equals("hold") ? "held" : command.split(" ", 2)[0]);
    }

    long hold(long ttlMillis, LockName name) throws InterruptedException {
        return Long.parseLong(ask("hold " + ttlMillis + " " + name));
    }

    /** As {@code kill -9} does, at once and without a farewell; returns when the process is gone. */
    void kill() throws Exception {
        signal("KILL");
        assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    /** Pauses the process, as a suspended machine or a long collection would. */
    void stop() throws Exception {
        signal("STOP");
    }

    void resume() throws Exception {
        signal("CONT");
    }

    @Override
    public void close() throws Exception {
        if (process.isAlive()) {
            kill();
        }
    }

    private void signal(String name) throws Exception {
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(pid()))
                .inheritIO()
                .start();
        assertThat(kill.waitFor()).as("exit code of kill -%s", name).isZero();
    }

    private void read() {
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                lines.add(line);
            }
        } catch (IOException e) {
            lines.add(GONE);
            return;
        }
        lines.add(GONE);
    }
}
