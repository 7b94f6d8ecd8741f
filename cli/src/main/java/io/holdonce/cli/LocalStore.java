// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Set;

/** The SQLite file that one user's processes on one machine share: the store of those who have named none. */
final class LocalStore {

    private static final Set<PosixFilePermission> PRIVATE = PosixFilePermissions.fromString("rwx------");

    private LocalStore() {}

    static Path file(Map<String, String> environment, Path home) {
        String state = environment.getOrDefault("XDG_STATE_HOME", "");
        Path folder = state.isBlank() ? home.resolve(".local/state") : Path.of(state);
        return folder.resolve("holdonce").resolve("locks.db").toAbsolutePath();
    }

    /**
     * Makes the folder, for the user alone, and runs an action in it that one process at a time may do.
     *
     * @throws CliException if the folder cannot be made or written to
     */
    static void prepare(Path file, Runnable create) {
        Path folder = file.getParent();
        if (folder == null) {
            throw CliException.configuration(file + " is not a place for the local store.");
        }
        try {
            if (!Files.isDirectory(folder)) {
                Files.createDirectories(folder, PosixFilePermissions.asFileAttribute(PRIVATE));
            }
            // Two first openers would meet while one switches the file to its journal mode, which no time-out waits
            // for.
            try (FileChannel channel = FileChannel.open(
                            folder.resolve("create.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock lock = channel.lock()) {
                create.run();
            }
        } catch (IOException e) {
            throw notWritable(folder, e);
        }
    }

    static void requireWritable(Path file) {
        Path folder = file.getParent();
        if (folder == null || !Files.isWritable(folder) || (Files.exists(file) && !Files.isWritable(file))) {
            throw notWritable(folder == null ? file : folder, null);
        }
    }

    private static CliException notWritable(Path folder, @org.jspecify.annotations.Nullable IOException cause) {
        return new CliException(
                ExitCode.CONFIGURATION,
                "the state folder " + folder + " cannot be used: "
                        + (cause == null
                                ? "it is not writable"
                                : cause.getClass().getSimpleName() + ": " + cause.getMessage())
                        + ". Make it writable for you, point XDG_STATE_HOME at a folder that is, or name a store by"
                        + " --store or HOLDONCE_STORE. Nothing was locked.",
                cause);
    }
}
