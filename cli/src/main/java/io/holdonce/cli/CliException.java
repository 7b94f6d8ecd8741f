// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import org.jspecify.annotations.Nullable;

/** Ends the command with a text for the user, which says what to do, and an exit code. */
final class CliException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int exitCode;

    CliException(int exitCode, String message) {
        this(exitCode, message, null);
    }

    CliException(int exitCode, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.exitCode = exitCode;
    }

    static CliException usage(String message) {
        return new CliException(ExitCode.USAGE, message);
    }

    static CliException configuration(String message) {
        return new CliException(ExitCode.CONFIGURATION, message);
    }

    int exitCode() {
        return exitCode;
    }
}
