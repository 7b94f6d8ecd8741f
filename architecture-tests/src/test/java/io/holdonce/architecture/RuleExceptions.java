// SPDX-License-Identifier: Apache-2.0
package io.holdonce.architecture;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** The committed list of classes that may break a rule; it remembers which of its lines were needed. */
final class RuleExceptions {
    private final List<Line> lines = new ArrayList<>();
    private final Set<Line> needed = new HashSet<>();

    private RuleExceptions() {}

    static RuleExceptions none() {
        return new RuleExceptions();
    }

    static RuleExceptions read(Path file) {
        RuleExceptions exceptions = new RuleExceptions();
        for (String line : Repository.list(file)) {
            String[] cells = line.split("\\s*,\\s*", 3);
            if (cells.length != 3 || cells[2].isBlank()) {
                throw new IllegalStateException(file + ": expected 'rule, class, reason' but found: " + line);
            }
            exceptions.lines.add(new Line(cells[0], cells[1], cells[2]));
        }
        return exceptions;
    }

    boolean allow(String rule, String className) {
        boolean allowed = false;
        for (Line line : lines) {
            if (line.rule().equals(rule) && line.covers(className)) {
                needed.add(line);
                allowed = true;
            }
        }
        return allowed;
    }

    /** Lines about a place that does not exist yet (a module still to come) are not held against their author. */
    List<Line> notNeeded(Predicate<String> placeExists) {
        return lines.stream()
                .filter(line -> !needed.contains(line))
                .filter(line -> placeExists.test(line.place()))
                .toList();
    }

    record Line(String rule, String pattern, String reason) {
        /** The package, or the folder, that the pattern is about. */
        String place() {
            String path = pattern.endsWith("..") ? pattern.substring(0, pattern.length() - 1) : pattern;
            int end = Math.max(path.lastIndexOf('/'), path.indexOf('/') < 0 ? path.lastIndexOf('.') : -1);
            return end < 0 ? "" : path.substring(0, end);
        }

        boolean covers(String className) {
            if (pattern.endsWith("..")) {
                return className.startsWith(pattern.substring(0, pattern.length() - 1));
            }
            return className.equals(pattern) || className.startsWith(pattern + "$");
        }
    }
}
