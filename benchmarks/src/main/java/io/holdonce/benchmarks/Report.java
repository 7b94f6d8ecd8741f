// SPDX-License-Identifier: Apache-2.0
package io.holdonce.benchmarks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/** The results as Markdown. */
final class Report {

    static final String BEGIN = "<!-- benchmarks:begin -->";
    static final String END = "<!-- benchmarks:end -->";

    private static final String FACTS = """
            Measured %s by `%s` on %s. Load of the machine before: %s.
            Each figure is the median of %d rounds, with the lowest and the highest round in brackets. In every round each
            contender runs in turn, in rotated order, against the same server; each client has a HikariCP pool of %d.

            """;

    private final Results results;
    private final StringBuilder text = new StringBuilder();

    private Report(Results results) {
        this.results = results;
    }

    /**
     * The generated part of the page.
     *
     * @param facts how, where and when it was measured
     * @param pictures the folder of the charts as seen from the page; empty for none
     */
    static String markdown(Results results, Facts facts, String pictures) {
        Report report = new Report(results);
        report.line(FACTS.formatted(
                facts.date(), facts.command(), facts.machine(), facts.load(), facts.rounds(), Contender.POOL));
        report.servers();
        report.targets();
        report.losses();
        for (Measure measure : Measure.values()) {
            report.table(measure, pictures);
        }
        report.histories();
        return report.text.toString();
    }

    /** How, where and when. */
    record Facts(String date, String command, String machine, String load, int rounds) {}

    /** Replaces what stands between the marks, which must be there. */
    static String into(String page, String generated) {
        int begin = page.indexOf(BEGIN);
        int end = page.indexOf(END);
        if (begin < 0 || end < begin) {
            throw new IllegalArgumentException("The page lacks the marks " + BEGIN + " and " + END);
        }
        return page.substring(0, begin + BEGIN.length()) + "\n\n" + generated.strip() + "\n\n" + page.substring(end);
    }

    private void servers() {
        row(List.of("Server", "Version, driver", "Disk flushes per second in the same minutes"));
        row(List.of("---", "---", "---"));
        for (EngineKind engine : results.engines()) {
            row(List.of(
                    engine.title,
                    results.versions().getOrDefault(engine, ""),
                    results.flushes(engine).map(Numbers::text).orElse("")));
        }
        results.missing().forEach((engine, why) -> row(List.of(engine.title, "not measured: " + why, "")));
        line("");
    }

    private void targets() {
        List<Targets.Verdict> verdicts = new Targets(results).verdicts();
        if (verdicts.isEmpty()) {
            return;
        }
        line("### Targets\n");
        row(List.of("Target", "Measured", "Met"));
        row(List.of("---", "---", "---"));
        verdicts.forEach(verdict -> row(List.of(verdict.aim(), verdict.measured(), verdict.met() ? "yes" : "**no**")));
        line("");
    }

    private void losses() {
        List<String> losses = new Targets(results).losses();
        line("### Where Holdonce loses\n");
        line("Better than Holdonce by the medians, by more than 5 %:\n");
        if (losses.isEmpty()) {
            line("Nowhere in this run.");
        }
        losses.forEach(loss -> line("- " + loss + "."));
        line("");
    }

    private void table(Measure measure, String pictures) {
        List<ContenderKind> kinds = Arrays.stream(ContenderKind.values())
                .filter(kind -> results.engines().stream().anyMatch(engine -> results.summary(engine, measure, kind)
                        .isPresent()))
                .toList();
        if (kinds.isEmpty()) {
            return;
        }
        line("### " + measure.title + ": " + measure.unit + "\n");
        rows(kinds, (engine, kind) -> results.summary(engine, measure, kind)
                .map(Numbers::text)
                .orElse("–"));
        if (kinds.stream().anyMatch(kind -> results.engines().stream()
                .anyMatch(engine -> !results.samples(engine, measure, kind).isEmpty()))) {
            line("The slowest 1 % of all rounds took at least (p99; number of observations):\n");
            rows(kinds, (engine, kind) -> p99(results.samples(engine, measure, kind)));
        }
        String file = Plots.file(measure);
        if (!pictures.isEmpty() && !file.isEmpty()) {
            line("![" + measure.title + "](" + pictures + "/" + file + ")\n");
        }
    }

    private void rows(List<ContenderKind> kinds, BiFunction<EngineKind, ContenderKind, String> cell) {
        List<String> head = new ArrayList<>(List.of(""));
        kinds.forEach(kind -> head.add(kind.title));
        row(head);
        row(head.stream().map(column -> "---").toList());
        for (EngineKind engine : results.engines()) {
            List<String> cells = new ArrayList<>(List.of(engine.title));
            kinds.forEach(kind -> cells.add(cell.apply(engine, kind)));
            row(cells);
        }
        line("");
    }

    private static String p99(List<Double> samples) {
        return samples.isEmpty()
                ? "–"
                : Numbers.text(Results.percentile(samples, 99)) + String.format(Locale.ROOT, " (%,d)", samples.size());
    }

    private void histories() {
        line("### Histories\n");
        line("Every acquisition above was written down and checked: no two holders of a name within their validity, and"
                + " tokens, where there are any, that only grow.\n");
        line(results.checked().entrySet().stream()
                        .map(entry -> String.format(Locale.ROOT, "%s %,d", entry.getKey().title, entry.getValue()))
                        .collect(Collectors.joining(", ", "Checked: ", "."))
                + (results.problems().isEmpty() ? " Nothing was found." : " **Found:**\n"));
        results.problems().stream().limit(20).forEach(problem -> line("- " + problem));
        if (!results.failures().isEmpty()) {
            line("\nWhat failed while it was measured, and is missing above:\n");
            results.failures().stream().limit(20).forEach(failure -> line("- " + failure.replace('\n', ' ')));
        }
    }

    private void row(List<String> cells) {
        line("| " + String.join(" | ", cells) + " |");
    }

    private void line(String line) {
        text.append(line).append('\n');
    }
}
