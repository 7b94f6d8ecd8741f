// SPDX-License-Identifier: Apache-2.0
package io.holdonce.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** What the figures were measured on, without the machine's name. */
final class Machine {

    private Machine() {}

    static String describe() {
        return "%d cores (%s), %s of memory, %s %s; JDK %s (%s)"
                .formatted(
                        Runtime.getRuntime().availableProcessors(),
                        fact("/proc/cpuinfo", "model name", "unknown model"),
                        memory(),
                        System.getProperty("os.name"),
                        System.getProperty("os.version").split("-", 2)[0],
                        System.getProperty("java.version"),
                        System.getProperty("java.vendor"));
    }

    /** How many processes wanted a core in the last minute; about the benchmark's own number on an otherwise idle machine. */
    static String load() {
        List<String> lines = lines("/proc/loadavg");
        return lines.isEmpty() ? "unknown" : lines.get(0).split(" ", 2)[0];
    }

    private static String memory() {
        String kib = fact("/proc/meminfo", "MemTotal", "0 kB").split(" ", 2)[0];
        return "%.0f GB".formatted(Long.parseLong(kib) / 1024.0 / 1024.0);
    }

    private static String fact(String file, String name, String otherwise) {
        return lines(file).stream()
                .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(name.toLowerCase(Locale.ROOT)))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst()
                .orElse(otherwise);
    }

    private static List<String> lines(String file) {
        try {
            return Files.readAllLines(Path.of(file));
        } catch (IOException e) {
            // Not Linux.
            return List.of();
        }
    }
}
