// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The time since boot, in hundredths of a second: the one clock that this process and a shell read alike, and that goes on
 * while the machine sleeps.
 *
 * <p><b>Source:</b> proc(5), {@code /proc/uptime}.
 */
final class BootClock {

    private static final Path UPTIME = Path.of("/proc/uptime");

    private BootClock() {}

    /** Rounded down; 0 where there is no such clock. */
    static long now() {
        try {
            String seconds = Files.readString(UPTIME, StandardCharsets.US_ASCII).split(" ", 2)[0];
            return Long.parseLong(seconds.replace(".", ""));
        } catch (IOException | NumberFormatException e) {
            return 0;
        }
    }
}
