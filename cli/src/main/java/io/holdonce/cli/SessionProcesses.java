// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The living processes of one session, read from {@code /proc}.
 *
 * <p><b>Source:</b> proc(5), {@code /proc/pid/stat}: state, parent, group and session follow the last closing parenthesis.
 *
 * @param leader the session's id, which is its first process's
 * @param watcherMark what only the watcher's own command line contains
 */
record SessionProcesses(long leader, String watcherMark) {

    private static final Path PROC = Path.of("/proc");

    /** Everything but the watcher. */
    List<Long> commands() {
        return all().stream().filter(pid -> !isWatcher(pid)).toList();
    }

    /** Kills everything at once, the watcher included; a second way beside the watcher's own. */
    void kill() {
        all().forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
    }

    private List<Long> all() {
        List<Long> found = new ArrayList<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path process : processes) {
                if (isLivingMember(process.resolve("stat"))) {
                    found.add(Long.valueOf(String.valueOf(process.getFileName())));
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            System.getLogger("io.holdonce.cli").log(System.Logger.Level.DEBUG, "Cannot list processes", e);
        }
        return found;
    }

    private boolean isLivingMember(Path stat) {
        try {
            String line = Files.readString(stat, StandardCharsets.ISO_8859_1);
            String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ", 5);
            boolean dead = fields[0].equals("Z") || fields[0].equals("X");
            return !dead && Long.parseLong(fields[3]) == leader;
        } catch (IOException | IndexOutOfBoundsException | NumberFormatException e) {
            // It ended while it was read.
            return false;
        }
    }

    private boolean isWatcher(long pid) {
        try {
            return Files.readString(PROC.resolve(pid + "/cmdline"), StandardCharsets.ISO_8859_1)
                    .contains(watcherMark);
        } catch (IOException e) {
            return false;
        }
    }
}
