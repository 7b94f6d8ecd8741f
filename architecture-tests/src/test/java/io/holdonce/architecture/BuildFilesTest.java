// SPDX-License-Identifier: Apache-2.0
package io.holdonce.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The modules, what is published of them, and that none of their tests was skipped. */
class BuildFilesTest {
    private static final Set<String> NOT_PUBLISHED =
            Set.of("bom", "elasticsearch/engines", "examples", "benchmarks", "architecture-tests");

    /** The reason that test classes of an engine give, as it stands in a report. */
    private static final String LACKS = "the build&apos;s end says what this machine lacks";

    @Test
    void theBomListsWhatIsPublishedAndBringsNothingElse() {
        String bom = Repository.read(Repository.ROOT.resolve("bom/pom.xml"));
        Set<String> published = modules().stream()
                .filter(module -> !NOT_PUBLISHED.contains(module))
                .map(module -> "holdonce-" + module)
                .collect(Collectors.toSet());
        String managed = bom.substring(bom.indexOf("<dependencyManagement>"));

        assertThat(all(managed, "<artifactId>([^<]+)<")).containsExactlyInAnyOrderElementsOf(published);
        assertThat(bom)
                .as("a BOM with a parent brings the parent's versions too")
                .doesNotContain("<parent>");
    }

    @Test
    void everyModuleIsKnownToTheRules() {
        assertThat(modules())
                .as("modules of the root POM; add a new one to Repository and, if published, to the BOM")
                .containsExactlyInAnyOrderElementsOf(Stream.concat(Repository.MAIN.stream(), NOT_PUBLISHED.stream())
                        .toList());
    }

    @Test
    @Tag("whole-build")
    void noTestOfTheBuildWasSkipped() {
        boolean noted = !Repository.files(Repository.ROOT.resolve("target/contracts"), ".not-here")
                .isEmpty();
        for (String module : modules()) {
            assertThat(skipped(Repository.ROOT.resolve(module).resolve("target/surefire-reports"), noted))
                    .as("skipped tests of %s", module)
                    .isEmpty();
        }
    }

    @Test
    void aSkippedTestIsFound(@TempDir Path folder) throws Exception {
        Files.writeString(
                folder.resolve("TEST-a.xml"), "<testsuite name=\"A\" tests=\"2\" errors=\"0\" skipped=\"1\">");
        Files.writeString(
                folder.resolve("TEST-b.xml"), "<testsuite name=\"B\" tests=\"2\" errors=\"0\" skipped=\"0\">");

        assertThat(skipped(folder, true)).containsExactly("TEST-a.xml");
    }

    @Test
    void aSkippedTestIsExcusedOnlyByANoteForTheEndOfTheBuild(@TempDir Path folder) throws Exception {
        Files.writeString(
                folder.resolve("TEST-a.xml"),
                "<testsuite name=\"A\" tests=\"1\" errors=\"0\" skipped=\"1\"><testcase><skipped message=\"" + LACKS
                        + "\"/>");

        assertThat(skipped(folder, true)).isEmpty();
        assertThat(skipped(folder, false)).containsExactly("TEST-a.xml");
    }

    /** Reports with skipped tests, but for those of an engine whose absence was noted for the last lines of the build. */
    private static List<String> skipped(Path reports, boolean noted) {
        return Repository.files(reports, ".xml").stream()
                .filter(file -> {
                    String report = Repository.read(file);
                    int excused = noted
                            ? all(report, "<skipped (message)=\"" + LACKS + "\"")
                                    .size()
                            : 0;
                    return all(report, "<testsuite [^>]*\\bskipped=\"(\\d+)\"").stream()
                            .anyMatch(count -> Integer.parseInt(count) > excused);
                })
                .map(file -> file.getFileName().toString())
                .toList();
    }

    private static List<String> modules() {
        return all(Repository.read(Repository.ROOT.resolve("pom.xml")), "<module>([^<]+)</module>");
    }

    private static List<String> all(String text, String pattern) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
    }
}
