// SPDX-License-Identifier: Apache-2.0
package io.holdonce.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xml.sax.InputSource;

/** Tables, verdicts and charts out of known figures. */
class ReportTest {

    private static final Report.Facts FACTS =
            new Report.Facts("2026-01-01", "./benchmarks/run", "a machine", "0.10", 3);

    private static Results results() {
        Results results = new Results();
        results.version(EngineKind.POSTGRESQL, "18, a driver");
        results.addFlushes(EngineKind.POSTGRESQL, 1_000);
        for (double value : new double[] {900, 1_000, 1_100}) {
            results.add(EngineKind.POSTGRESQL, Measure.ONE_THREAD, ContenderKind.HOLDONCE, value);
        }
        results.add(EngineKind.POSTGRESQL, Measure.ONE_THREAD, ContenderKind.SHEDLOCK, 240);
        results.add(EngineKind.POSTGRESQL, Measure.ONE_THREAD, ContenderKind.SPRING, 600);
        results.add(EngineKind.POSTGRESQL, Measure.ONE_THREAD, ContenderKind.SESSION, 4_000);
        results.add(EngineKind.POSTGRESQL, Measure.ONE_THREAD, ContenderKind.RAW, 1_100);
        results.addSamples(EngineKind.POSTGRESQL, Measure.HAND_OVER_LONG, ContenderKind.HOLDONCE, List.of(1.0, 9.0));
        results.checked(EngineKind.POSTGRESQL, ContenderKind.HOLDONCE, 12_345, List.of());
        return results;
    }

    @Test
    void tableHasMedianAndSpread() {
        assertThat(Report.markdown(results(), FACTS, ""))
                .contains("| PostgreSQL | 1,000 (900–1,100) | 240 | 600 | 4,000 | 1,100 |")
                .contains("| PostgreSQL | 18, a driver | 1,000 |")
                .contains("Holdonce 12,345. Nothing was found.");
    }

    @Test
    void missedTargetsAndLossesAreNamed() {
        assertThat(Report.markdown(results(), FACTS, ""))
                .contains("| PostgreSQL: free acquire + release at least 4 × ShedLock | 4.17 × | yes |")
                .contains("| PostgreSQL: free acquire + release at least 2 × Spring Integration | 1.67 × | **no** |")
                .contains("| PostgreSQL: free acquire + release within 15 % of the raw floor | 9 % below it | yes |")
                .contains("- One thread, a free name (acquire + release per second): PostgreSQL: advisory lock 4.0 ×.");
    }

    @Test
    void badHistoryAndWhatFailedAreNamed() {
        Results results = results();
        results.checked(EngineKind.POSTGRESQL, ContenderKind.SHEDLOCK, 2, List.of("they overlapped"));
        results.failed(EngineKind.POSTGRESQL, Measure.ONE_NAME, ContenderKind.SPRING, "it fell over");
        results.missing(EngineKind.MYSQL, "no library");

        assertThat(Report.markdown(results, FACTS, ""))
                .contains("- PostgreSQL, ShedLock: they overlapped")
                .contains("Spring Integration: it fell over")
                .contains("| MySQL | not measured: no library |");
    }

    @Test
    void onlyTheGeneratedPartOfThePageIsReplaced() {
        String page = "before\n" + Report.BEGIN + "\nold\n" + Report.END + "\nafter\n";

        String once = Report.into(page, "new");

        assertThat(once)
                .startsWith("before\n")
                .endsWith("\nafter\n")
                .contains("new")
                .doesNotContain("old");
        assertThat(Report.into(once, "new")).isEqualTo(once);
        assertThatThrownBy(() -> Report.into("nothing", "new")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void chartsAreWellFormed(@TempDir Path folder) throws Exception {
        Plots.write(results(), folder);

        String svg = Files.readString(folder.resolve("one-thread.svg"));
        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
        assertThat(svg)
                .contains("class=\"ours\"")
                .contains(">Spring Integration<")
                .contains(">4,000<");
        assertThat(folder.resolve("waiters.svg")).doesNotExist();
    }

    @Test
    void textInChartsIsEscaped() throws Exception {
        String svg = Plot.svg(
                "a < b & \"c\"", List.of(new Plot.Group("<g>", List.of(new Plot.Bar("&", true, 0, 0, 0, "<")))));

        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
    }

    @Test
    void percentilesAreThoseOfTheSortedValues() {
        List<Double> values = List.of(5.0, 1.0, 3.0, 2.0, 4.0);

        assertThat(Results.percentile(values, 50)).isEqualTo(3);
        assertThat(Results.percentile(values, 99)).isEqualTo(5);
        assertThat(Results.percentile(List.of(1.0, 2.0), 50)).isEqualTo(1.5);
    }

    @Test
    void onlyAWholeRunIsForTheDocumentation(@TempDir Path root) throws Exception {
        Path page = Files.createDirectories(root.resolve("docs")).resolve("benchmarks.md");
        Files.writeString(page, Report.BEGIN + "\n" + Report.END + "\n");

        Output.write(root, Options.parse(List.of("--quick")), results(), FACTS);
        assertThat(page).content().doesNotContain("Targets");

        Output.write(root, Options.parse(List.of()), results(), FACTS);
        assertThat(page).content().contains("Targets").contains("benchmarks/one-thread.svg");
        assertThat(root.resolve("docs/benchmarks/one-thread.svg")).exists();
    }

    @Test
    void unknownWordsAreRefused() {
        assertThatThrownBy(() -> Options.parse(List.of("--only", "oracle")))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Options.parse(List.of("--slow"))).isInstanceOf(IllegalArgumentException.class);
        assertThat(Options.parse(List.of("--only", "h2,one-thread")).engines()).containsExactly(EngineKind.H2);
    }
}
