// SPDX-License-Identifier: Apache-2.0
package io.holdonce.elasticsearch.node;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The process of one node. It ends with this JVM however that ends: its standard input is a pipe from here, whose end it takes as
 * the sign, and while it is paused a small shell watches such a pipe in its place.
 */
final class NodeProcess {

    /** A start on a loaded machine takes long; nothing else comes near it. */
    static final Duration LIMIT = Duration.ofSeconds(120);

    private static final AtomicInteger HOMES = new AtomicInteger();

    private static final Set<NodeProcess> ALL = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> ALL.forEach(NodeProcess::close)));
    }

    private final Engine engine;
    private final Path home;
    private final List<Path> classPath;
    private final Map<String, String> settings;
    private final int heapMegabytes;
    private volatile @Nullable Process process;
    private volatile @Nullable Process watchdog;
    private volatile int port;

    private NodeProcess(
            Engine engine, Path home, List<Path> classPath, Map<String, String> settings, int heapMegabytes) {
        this.engine = engine;
        this.home = home;
        this.classPath = classPath;
        this.settings = settings;
        this.heapMegabytes = heapMegabytes;
    }

    static NodeProcess prepare(Engine engine, int heapMegabytes, Map<String, String> settings) {
        Path home = Path.of("target", "nodes", ProcessHandle.current().pid() + "-" + HOMES.incrementAndGet())
                .toAbsolutePath();
        try {
            delete(home);
            List<Path> classPath = EngineFiles.of(engine).prepare(home);
            NodeProcess node = new NodeProcess(engine, home, classPath, new TreeMap<>(settings), heapMegabytes);
            ALL.add(node);
            return node;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts it, again after {@link #kill} on the same port and data; {@link #awaitStarted} must follow. */
    void start() {
        settings.put("http.port", Integer.toString(port));
        try {
            Files.deleteIfExists(home.resolve("started"));
            process = new ProcessBuilder(command())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(
                            home.resolve("node.log").toFile()))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<String> command() {
        Path java = engine.java();
        List<String> command = new ArrayList<>(List.of(
                java.resolve("bin/java").toString(),
                "-Xms" + heapMegabytes + "m",
                "-Xmx" + heapMegabytes + "m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-Djava.io.tmpdir=" + home.resolve("tmp"),
                "-Dlog4j2.disable.jmx=true"));
        if (Jdks.version(java) >= 24) {
            command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"));
        }
        command.add("-cp");
        command.add(classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
        command.add(EngineFiles.of(engine).launcher());
        command.add(home.toString());
        settings.forEach((key, value) -> command.add(key + "=" + value));
        return command;
    }

    /** Returns once it answers. */
    void awaitStarted() {
        Path started = home.resolve("started");
        long end = System.nanoTime() + LIMIT.toNanos();
        try {
            while (!Files.exists(started)) {
                if (!isAlive() || System.nanoTime() > end) {
                    throw new IllegalStateException(engine.id() + " does not start: " + log());
                }
                LockSupport.parkNanos(10_000_000);
            }
            String address = Files.readString(started);
            port = Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    boolean isAlive() {
        Process running = process;
        return running != null && running.isAlive();
    }

    /** Alive and not paused. */
    synchronized boolean isRunning() {
        return watchdog == null && isAlive();
    }

    long pid() {
        Process running = process;
        if (running == null) {
            throw new IllegalStateException("Not started");
        }
        return running.pid();
    }

    int port() {
        return port;
    }

    String log() {
        try {
            return Files.readString(home.resolve("node.log"));
        } catch (IOException e) {
            return "(no log: " + e.getMessage() + ")";
        }
    }

    /** Stops it as a suspended machine would. If this JVM ends meanwhile, the watchdog's pipe does too, and it kills the node. */
    synchronized void pause() {
        if (watchdog != null) {
            return;
        }
        try {
            watchdog =
                    new ProcessBuilder("sh", "-c", "read resumed || kill -KILL \"$0\"", Long.toString(pid())).start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        signal("STOP");
    }

    synchronized void resume() {
        signal("CONT");
        endWatchdog();
    }

    private void endWatchdog() {
        Process watching = watchdog;
        if (watching == null) {
            return;
        }
        watchdog = null;
        try (var out = watching.getOutputStream()) {
            out.write("resumed\n".getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            watching.destroyForcibly();
        }
    }

    /** As {@code kill -9} does; returns when the process is gone. */
    synchronized void kill() {
        Process running = process;
        if (running == null) {
            return;
        }
        running.destroyForcibly();
        try {
            if (!running.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException("The process " + running.pid() + " does not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        endWatchdog();
    }

    void close() {
        kill();
        delete(home);
        ALL.remove(this);
    }

    private void signal(String name) {
        try {
            Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(pid())).start();
            if (kill.waitFor() != 0) {
                throw new IllegalStateException("kill -" + name + " failed");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static void delete(Path folder) {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            // The next clean takes it away.
        }
    }
}
