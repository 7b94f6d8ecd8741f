// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A command as the leader of a session of its own, with a watcher in that session that kills it all when this process ends, by
 * whatever means, or when the lease's deadline passes, even while this process is paused.
 *
 * <p>The watcher is {@code session.sh}, run by bash where there is one; a plain shell cannot wait for a time and a pipe at once,
 * so under it a paused process's command lives until that process goes on or dies.
 */
final class SessionCommand implements LockedCommand {

    private static final System.Logger LOG = System.getLogger("io.holdonce.cli");

    /** In hundredths of a second: rounding alone is not worth a message. */
    private static final long SAME = 3;

    private final Process process;
    private final ControlPipe control;
    private final SessionProcesses session;
    private long sentDeadline;

    private SessionCommand(Process process, ControlPipe control, long sentDeadline) {
        this.process = process;
        this.control = control;
        this.session = new SessionProcesses(process.pid(), control.fifo().toString());
        this.sentDeadline = sentDeadline;
    }

    static boolean isSupported() {
        return onPath("setsid") && Files.isReadable(Path.of("/proc/self/stat"));
    }

    static SessionCommand start(List<String> command, Map<String, String> additions, Duration remaining)
            throws IOException {
        long deadline = deadlineOf(BootClock.now(), remaining);
        ControlPipe control = ControlPipe.create(temporaryFolder());
        List<String> line = new ArrayList<>();
        line.add("setsid");
        // Privileged mode: no BASH_ENV is run, no function is taken from the environment.
        line.addAll(onPath("bash") ? List.of("bash", "-p") : List.of("sh"));
        line.addAll(List.of(control.script().toString(), control.fifo().toString(), String.valueOf(deadline)));
        line.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(line).inheritIO();
        builder.environment().putAll(additions);
        try {
            return new SessionCommand(builder.start(), control, deadline);
        } catch (IOException e) {
            control.close();
            control.remove();
            throw e;
        }
    }

    private static long deadlineOf(long now, Duration remaining) {
        return now == 0 ? 0 : now + remaining.toMillis() / 10;
    }

    private static Path temporaryFolder() {
        String variable = System.getenv().getOrDefault("TMPDIR", "");
        return Path.of(variable.isBlank() ? System.getProperty("java.io.tmpdir", "/tmp") : variable);
    }

    private static boolean onPath(String command) {
        try {
            CommandPath.require(command, System.getenv());
            return true;
        } catch (CliException e) {
            return false;
        }
    }

    @Override
    public int waitFor() throws InterruptedException {
        return process.waitFor();
    }

    @Override
    public synchronized void until(Duration remaining) {
        long deadline = deadlineOf(BootClock.now(), remaining);
        if (deadline != 0 && Math.abs(deadline - sentDeadline) > SAME) {
            sentDeadline = deadline;
            send("until " + deadline);
        }
    }

    @Override
    public void signal(String name) {
        send(name);
    }

    /** By the watcher, and by this process as well, in case the watcher is no more. */
    @Override
    public void kill() {
        send("kill");
        process.destroyForcibly();
        session.kill();
    }

    private void send(String line) {
        try {
            control.send(line);
        } catch (UncheckedIOException e) {
            LOG.log(System.Logger.Level.DEBUG, "The command's watcher cannot be told: " + line, e);
        }
    }

    @Override
    public List<Long> living() {
        return session.commands();
    }

    @Override
    public void finish() {
        send("end");
        control.close();
        control.remove();
    }
}
