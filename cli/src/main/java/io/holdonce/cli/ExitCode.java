// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

/**
 * The exit codes of the command; anything else is the locked command's own, or 128 + n when signal n ended it.
 *
 * <p><b>Source:</b> 64 to 78 as in BSD's sysexits.h; 126 and 127 as in POSIX shells.
 */
final class ExitCode {

    static final int OK = 0;
    /** An exception that nobody expected. */
    static final int UNEXPECTED = 1;

    static final int USAGE = 64;
    static final int STORE_UNAVAILABLE = 69;
    static final int LEASE_LOST = 70;
    static final int HELD = 75;
    static final int CONFIGURATION = 78;
    static final int NOT_EXECUTABLE = 126;
    static final int NOT_FOUND = 127;
    static final int SIGNAL_BASE = 128;

    private ExitCode() {}
}
