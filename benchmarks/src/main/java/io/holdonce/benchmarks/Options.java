// SPDX-License-Identifier: Apache-2.0
package io.holdonce.benchmarks;

import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What to run.
 *
 * @param quick short, to see that it works; its figures are not for the documentation
 * @param engines which databases
 * @param contenders who
 * @param workloads which of the workloads
 * @param rounds how often each is repeated, at least 1
 */
record Options(
        boolean quick, Set<EngineKind> engines, Set<ContenderKind> contenders, Set<Workload> workloads, int rounds) {

    static final String USAGE =
            """
            Usage: benchmarks/run [--quick] [--rounds N] [--only WORD,WORD,...]
            Without options: everything, more than 20 minutes, and the figures are written to docs/benchmarks.md.
            With --quick or --only they go to benchmarks/target/report instead.
            Words: %s; %s; %s
            Or alone: benchmarks/run elasticsearch; benchmarks/run transactions [SECONDS [ROUNDS [ENGINE...]]]
            """.formatted(words(EngineKind.values()), words(ContenderKind.values()), words(Workload.values()));

    static Options parse(List<String> arguments) {
        boolean quick = false;
        int rounds = 0;
        Set<String> only = Set.of();
        for (int i = 0; i < arguments.size(); i++) {
            String word = arguments.get(i);
            if (word.equals("--quick")) {
                quick = true;
            } else if (word.equals("--rounds") && i + 1 < arguments.size()) {
                rounds = Integer.parseInt(arguments.get(++i));
            } else if (word.equals("--only") && i + 1 < arguments.size()) {
                only = Set.of(arguments.get(++i).split(","));
            } else {
                throw new IllegalArgumentException("Unknown: " + word);
            }
        }
        Set<EngineKind> engines = pick(EngineKind.class, only);
        Set<ContenderKind> contenders = pick(ContenderKind.class, only);
        Set<Workload> workloads = pick(Workload.class, only);
        Set<String> unknown = only.stream()
                .filter(word -> Stream.of(EngineKind.values(), ContenderKind.values(), Workload.values())
                        .flatMap(Arrays::stream)
                        .noneMatch(value -> id(value).equals(word)))
                .collect(Collectors.toSet());
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException("Unknown: " + unknown);
        }
        return new Options(quick, engines, contenders, workloads, rounds > 0 ? rounds : quick ? 2 : 5);
    }

    /** Those that were named, or all of them if none was. */
    private static <E extends Enum<E>> Set<E> pick(Class<E> type, Set<String> only) {
        EnumSet<E> named = EnumSet.allOf(type);
        named.removeIf(value -> !only.contains(id(value)));
        return named.isEmpty() ? EnumSet.allOf(type) : named;
    }

    private static String id(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String words(Enum<?>[] values) {
        return Arrays.stream(values).map(Options::id).collect(Collectors.joining(" "));
    }

    /** Whether the figures are those of the documentation. */
    boolean whole() {
        return !quick
                && rounds >= 5
                && engines.size() == EngineKind.values().length
                && contenders.size() == ContenderKind.values().length
                && workloads.size() == Workload.values().length;
    }

    Duration sample() {
        return Duration.ofMillis(quick ? 300 : 1_200);
    }

    /** Long enough that the compiler of the JVM is done with most: what runs for weeks is measured warm. */
    Duration warmUp() {
        return Duration.ofMillis(quick ? 300 : 4_000);
    }

    /** How many pairs are counted for their costs. */
    int counted() {
        return quick ? 50 : 500;
    }

    Duration flushTime() {
        return Duration.ofMillis(quick ? 150 : 500);
    }
}
