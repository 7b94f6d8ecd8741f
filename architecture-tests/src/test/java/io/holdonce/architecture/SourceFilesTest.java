// SPDX-License-Identifier: Apache-2.0
package io.holdonce.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What every Java file of the source tree has in common. */
class SourceFilesTest {
    private static final String LICENCE = "// SPDX-License-Identifier: Apache-2.0\n";
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
        assertThat(exceptions.notNeeded())
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
    void theFilesAreFound() {
        assertThat(sources()).anyMatch(file -> file.endsWith("SourceFilesTest.java"));
    }

    private static Stream<Path> sources() {
        return Stream.concat(Repository.MAIN.stream(), Stream.of("examples", "architecture-tests"))
                .map(module -> Repository.ROOT.resolve(module).resolve("src"))
                .flatMap(folder -> Repository.files(folder, ".java").stream())
                .filter(file -> !file.startsWith(Repository.OWN.resolve("src/test/canaries")));
    }
}
