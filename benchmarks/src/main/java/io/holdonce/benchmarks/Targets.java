// SPDX-License-Identifier: Apache-2.0
package io.holdonce.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What was aimed at before anything was measured, and what became of it. */
final class Targets {

    /**
     * One aim.
     *
     * @param aim in words
     * @param measured in words
     * @param met whether it was
     */
    record Verdict(String aim, String measured, boolean met) {}

    private final Results results;

    Targets(Results results) {
        this.results = results;
    }

    /** Those whose figures are there. */
    List<Verdict> verdicts() {
        List<Verdict> verdicts = new ArrayList<>();
        for (EngineKind engine : results.engines()) {
            if (engine != EngineKind.H2) {
                double overShedLock = engine == EngineKind.POSTGRESQL ? 4 : 2;
                timesAsFast(engine, ContenderKind.SHEDLOCK, overShedLock).ifPresent(verdicts::add);
                timesAsFast(engine, ContenderKind.SPRING, 2).ifPresent(verdicts::add);
                nearTheFloor(engine).ifPresent(verdicts::add);
            }
        }
        for (EngineKind engine : results.engines()) {
            fewStatements(engine).ifPresent(verdicts::add);
        }
        return verdicts;
    }

    private Optional<Double> ratio(EngineKind engine, Measure measure, ContenderKind other) {
        return results.summary(engine, measure, ContenderKind.HOLDONCE)
                .flatMap(ours -> results.summary(engine, measure, other)
                        .filter(theirs -> theirs.median() > 0)
                        .map(theirs -> ours.median() / theirs.median()));
    }

    private Optional<Verdict> timesAsFast(EngineKind engine, ContenderKind other, double least) {
        return ratio(engine, Measure.ONE_THREAD, other)
                .map(ratio -> new Verdict(
                        "%s: free acquire + release at least %.0f × %s".formatted(engine.title, least, other.title),
                        "%.2f ×".formatted(ratio),
                        ratio >= least));
    }

    private Optional<Verdict> nearTheFloor(EngineKind engine) {
        return ratio(engine, Measure.ONE_THREAD, ContenderKind.RAW)
                .map(ratio -> new Verdict(
                        "%s: free acquire + release within 15 %% of the raw floor".formatted(engine.title),
                        ratio >= 1
                                ? "%.0f %% above it".formatted(100 * (ratio - 1))
                                : "%.0f %% below it".formatted(100 * (1 - ratio)),
                        ratio >= 0.85));
    }

    private Optional<Verdict> fewStatements(EngineKind engine) {
        return ratio(engine, Measure.WAITER_STATEMENTS, ContenderKind.SPRING)
                .map(ratio -> new Verdict(
                        "%s: 1,000 waiters send at most 1/100 of Spring Integration's statements"
                                .formatted(engine.title),
                        ratio == 0 ? "none" : "1/%.0f".formatted(1 / ratio),
                        ratio <= 0.01));
    }

    /** Where another library or the server's own lock is better than Holdonce, a line per measure; the floor is no competitor. */
    List<String> losses() {
        List<String> losses = new ArrayList<>();
        for (Measure measure : Measure.values()) {
            List<String> parts = results.engines().stream()
                    .map(engine -> losses(measure, engine))
                    .filter(part -> !part.isEmpty())
                    .toList();
            // The end of a lease is met within fractions of a second by all: a ratio of those says nothing.
            if (!parts.isEmpty() && measure != Measure.TAKEOVER_LATE) {
                losses.add(measure.title + " (" + measure.unit + "): " + String.join("; ", parts));
            }
        }
        return losses;
    }

    private String losses(Measure measure, EngineKind engine) {
        List<String> better = new ArrayList<>();
        for (ContenderKind other : List.of(ContenderKind.SHEDLOCK, ContenderKind.SPRING, ContenderKind.SESSION)) {
            ratio(engine, measure, other)
                    .map(ratio -> measure.moreIsBetter ? 1 / ratio : ratio)
                    .filter(worse -> worse > 1.05)
                    .ifPresent(worse -> better.add("%s %.1f ×".formatted(other.titleOn(engine), worse)));
        }
        return better.isEmpty() ? "" : engine.title + ": " + String.join(", ", better);
    }
}
