// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import java.text.MessageFormat;
import java.util.ResourceBundle;
import org.jspecify.annotations.Nullable;

/**
 * Sends what the library logs to standard error in this command's own form: warnings and errors, and everything when verbose.
 *
 * <p>Found by the JDK's service loader, so it is public.
 */
public final class StderrLoggerFinder extends System.LoggerFinder {

    private static volatile System.Logger.Level least = System.Logger.Level.WARNING;

    /** From now on the command itself says what happens to its leases; only errors are added. */
    static void errorsOnly() {
        least = System.Logger.Level.ERROR;
    }

    /** Called by the service loader. */
    public StderrLoggerFinder() {}

    @Override
    public System.Logger getLogger(String name, Module module) {
        return new Logger(name);
    }

    private record Logger(String name) implements System.Logger {

        @Override
        public String getName() {
            return name;
        }

        @Override
        public boolean isLoggable(Level level) {
            boolean ours = name.startsWith("io.holdonce");
            Level shown = Console.isVerbose() && ours ? Level.DEBUG : ours ? least : Level.ERROR;
            return level != Level.OFF && level.getSeverity() >= shown.getSeverity();
        }

        @Override
        public void log(
                Level level, @Nullable ResourceBundle bundle, @Nullable String message, @Nullable Throwable thrown) {
            if (isLoggable(level)) {
                Console.say(level.getName().toLowerCase(java.util.Locale.ROOT) + ": " + message);
                if (thrown != null && Console.isVerbose()) {
                    Console.trace(thrown);
                }
            }
        }

        @Override
        public void log(
                Level level, @Nullable ResourceBundle bundle, @Nullable String format, @Nullable Object... parameters) {
            if (isLoggable(level)) {
                boolean plain = parameters == null || parameters.length == 0 || format == null;
                Console.say(level.getName().toLowerCase(java.util.Locale.ROOT) + ": "
                        + (plain ? format : MessageFormat.format(format, parameters)));
            }
        }
    }
}
