// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;

/** Finds a command as a POSIX shell would, so that a mistyped one fails before anything is locked. */
final class CommandPath {

    private static final String DEFAULT_PATH = "/usr/local/bin:/usr/bin:/bin";

    private CommandPath() {}

    /**
     * Checks a command.
     *
     * @return what to execute: the name as it was typed, or its path where a shell would take the name for an option
     * @throws CliException 127 if there is none, 126 if it cannot be executed
     */
    static String require(String command, Map<String, String> environment) {
        if (command.isEmpty()) {
            throw notFound(command, "its name is empty");
        }
        if (command.indexOf('/') >= 0) {
            Path file = path(command);
            if (!Files.exists(file)) {
                throw notFound(command, "there is no such file");
            }
            requireExecutable(command, file);
            return command.startsWith("-") ? "./" + command : command;
        }
        return search(command, environment.getOrDefault("PATH", DEFAULT_PATH));
    }

    private static String search(String command, String searchPath) {
        Path blocked = null;
        for (String folder : searchPath.split(File.pathSeparator, -1)) {
            Path file = path(folder.isEmpty() ? "." : folder).resolve(path(command));
            if (Files.isRegularFile(file)) {
                if (Files.isExecutable(file)) {
                    return command.startsWith("-") ? file.toString() : command;
                }
                blocked = file;
            }
        }
        if (blocked != null) {
            requireExecutable(command, blocked);
        }
        throw notFound(command, "it is in no folder of PATH");
    }

    private static void requireExecutable(String command, Path file) {
        String problem = Files.isDirectory(file)
                ? "it is a folder"
                : Files.isExecutable(file)
                        ? ""
                        : "it is not executable; chmod +x " + file + " or run it by its interpreter";
        if (!problem.isEmpty()) {
            throw new CliException(
                    ExitCode.NOT_EXECUTABLE,
                    "cannot execute '" + Text.printable(command) + "': " + problem + ". Nothing was locked.");
        }
    }

    private static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw notFound(text, "it is no file name");
        }
    }

    private static CliException notFound(String command, String why) {
        return new CliException(
                ExitCode.NOT_FOUND,
                "command '" + Text.printable(command) + "' not found: " + why + ". Nothing was locked.");
    }
}
