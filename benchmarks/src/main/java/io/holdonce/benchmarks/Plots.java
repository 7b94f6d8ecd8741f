// SPDX-License-Identifier: Apache-2.0
package io.holdonce.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The charts beside the tables. */
final class Plots {

    private static final Map<Measure, String> FILES = new EnumMap<>(Map.of(
            Measure.ONE_THREAD, "one-thread.svg",
            Measure.OWN_NAMES, "own-names.svg",
            Measure.ONE_NAME, "one-name.svg",
            Measure.HAND_OVER_LONG, "hand-over.svg",
            Measure.WAITER_STATEMENTS, "waiters.svg"));

    private Plots() {}

    /** The file of a measure's chart, empty if it has none. */
    static String file(Measure measure) {
        return FILES.getOrDefault(measure, "");
    }

    static void write(Results results, Path folder) throws IOException {
        Files.createDirectories(folder);
        for (Map.Entry<Measure, String> file : FILES.entrySet()) {
            List<Plot.Group> groups = groups(results, file.getKey());
            if (!groups.isEmpty()) {
                Measure measure = file.getKey();
                String title = measure.title + ": " + measure.unit
                        + (measure.moreIsBetter ? " (more is better)" : " (less is better)");
                Files.writeString(folder.resolve(file.getValue()), Plot.svg(title, groups));
            }
        }
    }

    private static List<Plot.Group> groups(Results results, Measure measure) {
        List<Plot.Group> groups = new ArrayList<>();
        for (EngineKind engine : results.engines()) {
            List<Plot.Bar> bars = new ArrayList<>();
            for (ContenderKind kind : ContenderKind.values()) {
                results.summary(engine, measure, kind)
                        .ifPresent(summary -> bars.add(new Plot.Bar(
                                kind.titleOn(engine),
                                kind == ContenderKind.HOLDONCE || kind == ContenderKind.HOLDONCE_PLAIN_URL,
                                summary.median(),
                                summary.least(),
                                summary.most(),
                                Numbers.text(summary.median()))));
            }
            if (!bars.isEmpty()) {
                groups.add(new Plot.Group(engine.title, bars));
            }
        }
        return groups;
    }
}
