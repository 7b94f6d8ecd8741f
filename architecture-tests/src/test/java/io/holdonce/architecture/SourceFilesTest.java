// SPDX-License-Identifier: Apache-2.0
package io.holdonce.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What every Java file of the source tree has in common. */
class SourceFilesTest {
    private static final String LICENCE = "// SPDX-License-Identifier: Apache-2.0\n";
    private static final Path CANARIES = Repository.OWN.resolve("src/test/java/io/holdonce/canary");
    private static final int LONGEST_FILE = 400;

    @Test
    void everyFileNamesItsLicenceFirst() {
        assertThat(sources().filter(file -> !Repository.read(file).startsWith(LICENCE)))
                .as("files whose first line is not the SPDX line")
                .isEmpty();
    }

    @Test
    void noFileIsLongerThanFourHundredLines() {
        RuleExceptions exceptions = RuleExceptions.read(Repository.OWN.resolve("long-files.txt"));

        List<String> tooLong = sources()
                .filter(file -> Repository.read(file).lines().count() > LONGEST_FILE)
                .map(file -> Repository.ROOT.relativize(file).toString())
                .filter(file -> !exceptions.allow("long-file", file))
                .toList();

        assertThat(tooLong).as("files to split (or to list in long-files.txt)").isEmpty();
        assertThat(exceptions.notNeeded(place -> Files.exists(Repository.ROOT.resolve(place))))
                .as("lines of long-files.txt to remove")
                .isEmpty();
    }

    @Test
    void noUnfinishedWorkIsMarkedInSources() {
        String mark = "TO" + "DO";

        assertThat(sources().filter(file -> Repository.read(file).contains(mark)))
                .isEmpty();
    }

    @Test
    void testsNeitherSleepNorSkipNorMock() {
        RuleExceptions exceptions = RuleExceptions.read(Repository.OWN.resolve("test-habits.txt"));
        List<String> found = new ArrayList<>();
        sources()
                .filter(file -> file.toString().contains("/src/test/")
                        || file.toString().contains("/testkit/src/main/"))
                .filter(file -> !file.startsWith(Repository.OWN))
                .forEach(file -> habits(Repository.read(file)).stream()
                        .map(habit -> Repository.ROOT.relativize(file) + ": " + habit)
                        .filter(text -> !exceptions.allow("test-habit", text.substring(0, text.indexOf(':'))))
                        .forEach(found::add));

        assertThat(found)
                .as("use a condition, a small fake, a harness (or test-habits.txt)")
                .isEmpty();
        assertThat(exceptions.notNeeded(place -> Files.exists(Repository.ROOT.resolve(place))))
                .as("lines of test-habits.txt to remove")
                .isEmpty();
    }

    @Test
    void badHabitsAreRecognised() {
        String sleeping = Repository.read(CANARIES.resolve("jdbc/Sleeps.java"));

        assertThat(habits(sleeping)).containsExactly("Thread.sleep");
        assertThat(habits("@Disab" + "led class A { void a() { assume" + "True(false); } }"))
                .hasSize(2);
        assertThat(habits("class A { // the thread sleeps }")).isEmpty();
    }

    private static List<String> habits(String text) {
        return Pattern.compile(
                        "Thread\\.sle" + "ep\\b|@Disa" + "bled\\b|\\bassume(True|False|That)\\b|org\\.mock" + "ito")
                .matcher(text)
                .results()
                .map(MatchResult::group)
                .distinct()
                .toList();
    }

    @Test
    void theFilesAreFound() {
        assertThat(sources()).anyMatch(file -> file.endsWith("SourceFilesTest.java"));
    }

    private static Stream<Path> sources() {
        return Stream.concat(Repository.MAIN.stream(), Stream.of("examples", "benchmarks", "architecture-tests"))
                .map(module -> Repository.ROOT.resolve(module).resolve("src"))
                .flatMap(folder -> Repository.files(folder, ".java").stream())
                .filter(file -> !file.startsWith(Repository.OWN.resolve("src/test/canaries")));
    }
}
