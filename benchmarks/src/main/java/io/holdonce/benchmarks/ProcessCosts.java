// SPDX-License-Identifier: Apache-2.0
package io.holdonce.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * What this process has used up to now. Unlike times, these say the same on a busy machine.
 *
 * @param cpuNanos processor time of all threads
 * @param switches how often a live thread has given up the processor to wait
 * @param bytes allocated by live threads
 */
record ProcessCosts(long cpuNanos, long switches, long bytes) {

    private static final Path TASKS = Path.of("/proc/self/task");
    private static final String VOLUNTARY = "voluntary_ctxt_switches:";

    static ProcessCosts now() throws IOException {
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long bytes = 0;
        for (long allocated : threads.getThreadAllocatedBytes(threads.getAllThreadIds())) {
            bytes += Math.max(0, allocated);
        }
        return new ProcessCosts(system.getProcessCpuTime(), contextSwitches(), bytes);
    }

    private static long contextSwitches() throws IOException {
        long switches = 0;
        if (Files.isDirectory(TASKS)) {
            try (DirectoryStream<Path> tasks = Files.newDirectoryStream(TASKS)) {
                for (Path task : tasks) {
                    switches += contextSwitches(task.resolve("status"));
                }
            }
        }
        return switches;
    }

    private static long contextSwitches(Path status) throws IOException {
        try {
            return Files.readAllLines(status).stream()
                    .filter(line -> line.startsWith(VOLUNTARY))
                    .mapToLong(line ->
                            Long.parseLong(line.substring(VOLUNTARY.length()).strip()))
                    .sum();
        } catch (NoSuchFileException e) {
            // The thread has ended since it was listed.
            return 0;
        }
    }
}
