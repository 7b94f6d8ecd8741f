// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A running command and all that it started.
 *
 * <p><b>Threads:</b> safe from any thread.
 */
interface LockedCommand {

    /**
     * Starts a command with this process's standard streams.
     *
     * @param command what to execute, found by {@link CommandPath}
     * @param additions to the environment
     * @param remaining how long the lease still lasts
     * @throws IOException if it could not be started
     */
    static LockedCommand start(List<String> command, Map<String, String> additions, Duration remaining)
            throws IOException {
        return SessionCommand.isSupported()
                ? SessionCommand.start(command, additions, remaining)
                : PlainCommand.start(command, additions);
    }

    /** Refuses systems on which a command cannot be kept inside its lease. */
    static void requireSupported() {
        String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        if (system.contains("windows")) {
            throw CliException.configuration("'holdonce run' does not support Windows; the library does.");
        }
        if (system.contains("linux") && !SessionCommand.isSupported()) {
            throw CliException.configuration(
                    "setsid is in no folder of PATH; install util-linux, so that the command can be"
                            + " ended with its lease. Nothing was locked.");
        }
    }

    /** Waits for the command itself; its exit code, or 128 + n when signal n ended it. */
    int waitFor() throws InterruptedException;

    /** Tells whatever outlives this process when the lease ends. */
    void until(Duration remaining);

    /** Sends a signal to everything that the command started and that stays in its session. */
    void signal(String name);

    /** Kills everything at once. */
    void kill();

    /** The processes of the command that still live, whether or not it has ended itself. */
    List<Long> living();

    /** Lets go of a command that has ended, without killing anything. */
    void finish();
}
