// SPDX-License-Identifier: Apache-2.0
package io.holdonce.elasticsearch.node;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The JDKs of this machine that nodes can run on. */
final class Jdks {

    private static final Pattern VERSION = Pattern.compile("JAVA_VERSION=\"(\\d+)");

    private Jdks() {}

    /** The first JDK of at least this version: the running one, else a given one, {@code JAVA_HOME}, or an installed one. */
    static Optional<Path> atLeast(int version) {
        return candidates().stream().filter(home -> version(home) >= version).findFirst();
    }

    /** The feature version of a JDK's folder, as 17; 0 if it is none. */
    static int version(Path home) {
        if (!Files.isExecutable(home.resolve("bin/java"))) {
            return 0;
        }
        try {
            Matcher matcher = VERSION.matcher(Files.readString(home.resolve("release")));
            return matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
        } catch (IOException e) {
            return 0;
        }
    }

    private static List<Path> candidates() {
        List<Path> homes = new ArrayList<>();
        homes.add(Path.of(System.getProperty("java.home")));
        for (String given : new String[] {System.getProperty("holdonce.test.jdk21"), System.getenv("JAVA_HOME")}) {
            if (given != null && !given.isBlank()) {
                homes.add(Path.of(given));
            }
        }
        try (Stream<Path> installed = Files.list(Path.of("/usr/lib/jvm"))) {
            homes.addAll(installed.sorted().toList());
        } catch (IOException e) {
            // Not a machine that keeps them there.
        }
        return homes;
    }
}
