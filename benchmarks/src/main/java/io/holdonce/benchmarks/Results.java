// SPDX-License-Identifier: Apache-2.0
package io.holdonce.benchmarks;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** All that a run measured. Not for several threads at once. */
final class Results {

    /** A place in a table. */
    record Cell(EngineKind engine, Measure measure, ContenderKind contender) {}

    /** The middle of some numbers, and how far they lie apart. */
    record Summary(double median, double least, double most, int count) {}

    private final Map<Cell, List<Double>> rounds = new HashMap<>();
    private final Map<Cell, List<Double>> samples = new HashMap<>();
    private final Map<EngineKind, List<Double>> flushes = new EnumMap<>(EngineKind.class);
    private final Map<EngineKind, String> versions = new EnumMap<>(EngineKind.class);
    private final Map<EngineKind, String> missing = new EnumMap<>(EngineKind.class);
    private final Map<ContenderKind, Long> checked = new EnumMap<>(ContenderKind.class);
    private final List<String> problems = new ArrayList<>();
    private final TreeSet<String> failures = new TreeSet<>();

    /** The value of one round. */
    void add(EngineKind engine, Measure measure, ContenderKind contender, double value) {
        rounds.computeIfAbsent(new Cell(engine, measure, contender), cell -> new ArrayList<>())
                .add(value);
    }

    /** Single observations of one round: their median is the round's value, and all together give the percentiles. */
    void addSamples(EngineKind engine, Measure measure, ContenderKind contender, List<Double> values) {
        if (!values.isEmpty()) {
            samples.computeIfAbsent(new Cell(engine, measure, contender), cell -> new ArrayList<>())
                    .addAll(values);
            add(engine, measure, contender, percentile(values, 50));
        }
    }

    void addFlushes(EngineKind engine, double perSecond) {
        flushes.computeIfAbsent(engine, e -> new ArrayList<>()).add(perSecond);
    }

    void version(EngineKind engine, String version) {
        versions.put(engine, version);
    }

    void missing(EngineKind engine, String why) {
        missing.put(engine, why);
    }

    /** A history was checked. */
    void checked(EngineKind engine, ContenderKind contender, long grants, List<String> found) {
        checked.merge(contender, grants, Long::sum);
        found.forEach(problem -> problems.add(engine.title + ", " + contender.title + ": " + problem));
    }

    void failed(EngineKind engine, Measure measure, ContenderKind contender, String why) {
        failures.add(engine.title + ", " + measure.title + ", " + contender.title + ": " + why);
    }

    Map<EngineKind, String> versions() {
        return versions;
    }

    Map<EngineKind, String> missing() {
        return missing;
    }

    Map<ContenderKind, Long> checked() {
        return checked;
    }

    List<String> problems() {
        return problems;
    }

    List<String> failures() {
        return List.copyOf(failures);
    }

    List<EngineKind> engines() {
        return List.copyOf(versions.keySet());
    }

    Optional<Summary> summary(EngineKind engine, Measure measure, ContenderKind contender) {
        return Optional.ofNullable(rounds.get(new Cell(engine, measure, contender)))
                .map(Results::summary);
    }

    Optional<Summary> flushes(EngineKind engine) {
        return Optional.ofNullable(flushes.get(engine)).map(Results::summary);
    }

    /** All single observations of all rounds. */
    List<Double> samples(EngineKind engine, Measure measure, ContenderKind contender) {
        return samples.getOrDefault(new Cell(engine, measure, contender), List.of());
    }

    /** Every value of every round, for other tools. */
    String csv() {
        TreeSet<String> lines = new TreeSet<>();
        rounds.forEach((cell, values) -> {
            for (int i = 0; i < values.size(); i++) {
                lines.add(String.join(
                        ",",
                        cell.engine().id(),
                        cell.measure().name(),
                        cell.contender().id(),
                        Integer.toString(i + 1),
                        Double.toString(values.get(i))));
            }
        });
        return "engine,measure,contender,round,value\n" + String.join("\n", lines) + "\n";
    }

    private static Summary summary(List<Double> values) {
        return new Summary(percentile(values, 50), Collections.min(values), Collections.max(values), values.size());
    }

    static double percentile(List<Double> values, double percent) {
        List<Double> sorted = values.stream().sorted().toList();
        int size = sorted.size();
        if (percent == 50 && size % 2 == 0) {
            return (sorted.get(size / 2 - 1) + sorted.get(size / 2)) / 2;
        }
        return sorted.get(Math.max(0, (int) Math.ceil(size * percent / 100) - 1));
    }
}
