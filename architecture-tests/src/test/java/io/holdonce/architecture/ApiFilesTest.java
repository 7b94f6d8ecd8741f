// SPDX-License-Identifier: Apache-2.0
package io.holdonce.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ApiFilesTest {
    static List<String> modules() {
        return Repository.LIBRARIES;
    }

    @ParameterizedTest
    @MethodSource("modules")
    void publicApiIsTheCommittedOne(String module) {
        if (!Repository.hasSources(module)) {
            return;
        }
        Path file = Repository.OWN.resolve("api").resolve(module + ".txt");
        String actual = ApiText.of(Repository.classes(module));
        if (Boolean.getBoolean("holdonce.api.update")) {
            Repository.write(file, actual);
        }

        String committed = Files.exists(file) ? Repository.read(file) : "";

        assertThat(difference(committed, actual))
                .as(
                        "The public API of %s is not what %s says. If the change is meant, run"
                                + " 'mvn test -pl architecture-tests -am -Dtest=ApiFilesTest -Dholdonce.api.update=true'"
                                + " and commit the file with the change.",
                        module, Repository.ROOT.relativize(file))
                .isEmpty();
    }

    @Test
    void aChangedLineShowsAsGoneAndNew() {
        assertThat(difference("a\nb\nc\n", "a\nB\nc\nc\n")).containsExactly("- b", "+ B", "+ c");
        assertThat(difference("a\nb\n", "b\na\n")).containsExactly("the order of the lines");
    }

    private static List<String> difference(String committed, String actual) {
        List<String> gone = new ArrayList<>(committed.lines().toList());
        actual.lines().forEach(gone::remove);
        List<String> added = new ArrayList<>(actual.lines().toList());
        committed.lines().forEach(added::remove);
        List<String> difference = new ArrayList<>();
        gone.forEach(line -> difference.add("- " + line));
        added.forEach(line -> difference.add("+ " + line));
        return difference.isEmpty() && !committed.equals(actual) ? List.of("the order of the lines") : difference;
    }

    @Test
    void textShowsWhatAUserCanSeeAndNothingElse() {
        StringBuilder text = new StringBuilder();
        ApiText.topLevelTypes(Repository.OWN.resolve("target/test-classes"), "io.holdonce.canary.api")
                .forEach(type -> text.append(ApiText.of(type)));

        assertThat(text.toString())
                .isEqualTo(Repository.read(Repository.OWN.resolve("src/test/resources/canary-api.txt")));
    }
}
