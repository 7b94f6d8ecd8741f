// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;

/**
 * The way from this process to the watcher in the command's session: a FIFO of which this process holds the only open end, so
 * that the watcher reads its end of file as soon as this process is gone, by whatever means.
 *
 * <p><b>Threads:</b> safe from any thread.
 */
final class ControlPipe implements AutoCloseable {

    private static final String SCRIPT = "session.sh";

    private final Path fifo;
    private final RandomAccessFile end;

    private ControlPipe(Path fifo, RandomAccessFile end) {
        this.fifo = fifo;
        this.end = end;
    }

    static ControlPipe create(Path temporary) {
        try {
            Path folder = Files.createTempDirectory(
                    temporary,
                    "holdonce-",
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            Path fifo = folder.resolve("control");
            Process mkfifo = new ProcessBuilder("mkfifo", "-m", "600", fifo.toString())
                    .redirectErrorStream(true)
                    .start();
            String output = new String(mkfifo.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (mkfifo.waitFor() != 0) {
                throw new IOException(output.strip());
            }
            Files.writeString(folder.resolve(SCRIPT), scriptText());
            // Open for both ways, so that opening does not wait for the watcher.
            return new ControlPipe(fifo, new RandomAccessFile(fifo.toFile(), "rw"));
        } catch (IOException e) {
            throw new CliException(
                    ExitCode.CONFIGURATION,
                    "cannot make a named pipe in " + temporary + ": " + e.getMessage()
                            + ". Set TMPDIR to a folder that you may write to. Nothing was run.",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CliException(ExitCode.UNEXPECTED, "interrupted while starting the command", e);
        }
    }

    Path fifo() {
        return fifo;
    }

    /** The watcher's script, beside the FIFO; the script removes both once it has them open. */
    Path script() {
        return fifo.resolveSibling(SCRIPT);
    }

    private static String scriptText() throws IOException {
        try (InputStream in = ControlPipe.class.getResourceAsStream(SCRIPT)) {
            return new String(Objects.requireNonNull(in, SCRIPT).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Sends one line; short enough to arrive whole. */
    synchronized void send(String line) {
        try {
            end.write((line + '\n').getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Removes the FIFO where the watcher never came to do it. */
    void remove() {
        try {
            Files.deleteIfExists(fifo);
            Files.deleteIfExists(script());
            Path folder = fifo.getParent();
            if (folder != null) {
                Files.deleteIfExists(folder);
            }
        } catch (IOException e) {
            System.getLogger("io.holdonce.cli").log(System.Logger.Level.DEBUG, "Left behind: " + fifo, e);
        }
    }

    /** The watcher reads the end of the file and kills what is left of the session. */
    @Override
    public synchronized void close() {
        try {
            end.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
