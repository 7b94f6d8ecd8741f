// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** One run of the real command in a JVM of its own, with its output in files. */
final class Invocation implements AutoCloseable {

    static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Process process;
    private final Path out;
    private final Path err;

    Invocation(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Waits for the end; the exit code. */
    int exitCode() {
        try {
            if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                throw new AssertionError("still running; it said: " + out() + err());
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    String out() {
        return read(out);
    }

    String err() {
        return read(err);
    }

    /** What it printed, once it has printed a whole line. */
    String firstLine() {
        Awaitility.await().atMost(PATIENCE).until(() -> out().contains("\n") || !isAlive());
        return out().lines().findFirst().orElseThrow(() -> new AssertionError("it said nothing but: " + err()));
    }

    void awaitErr(String text) {
        Awaitility.await("standard error has: " + text).atMost(PATIENCE).until(() -> err().contains(text));
    }

    void signal(String name) {
        kill(name, pid());
    }

    static void kill(String name, long pid) {
        try {
            int code = new ProcessBuilder("kill", "-s", name, String.valueOf(pid))
                    .inheritIO()
                    .start()
                    .waitFor();
            if (code != 0) {
                throw new AssertionError("kill -s " + name + " " + pid + " ended with " + code);
            }
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Whether a process runs; a zombie does not. */
    static boolean runs(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            return stat.charAt(stat.lastIndexOf(')') + 2) != 'Z';
        } catch (IOException e) {
            return false;
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends what a failed test left running. */
    @Override
    public void close() {
        List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
        all.add(process.toHandle());
        all.forEach(ProcessHandle::destroyForcibly);
        process.onExit().join();
    }
}
