// SPDX-License-Identifier: Apache-2.0
package io.holdonce.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Builds bad modules under the real parent POM: each must be rejected by its gate, and the good one by none. */
@Tag("whole-build")
class GateCanaryTest {
    private static final String COMPILE = "maven-compiler-plugin";
    private static final String FORMAT = "spotless-maven-plugin";
    private static final String ENFORCE = "maven-enforcer-plugin";

    private static CanaryBuild build;

    @BeforeAll
    static void buildThemAll() throws Exception {
        CanaryBuild made = CanaryBuild.in(Repository.OWN.resolve("target/canaries"));
        expected().keySet().forEach(made::add);
        made.add("good");
        made.addDivergingPair();
        made.addCoreCopy("core", "");
        made.addCoreCopy("core-dependency", "canary-core-dependency");
        made.run();
        build = made;
    }

    /** Which plugin must stop which module, and a word that its message must hold. */
    private static Map<String, List<String>> expected() {
        Map<String, List<String>> expected = new LinkedHashMap<>();
        expected.put("nullaway", List.of(COMPILE, "[NullAway]"));
        expected.put("errorprone", List.of(COMPILE, "[ArrayEquals]"));
        expected.put("lint", List.of(COMPILE, "(default-compile)", "-Werror"));
        expected.put("lint-tests", List.of(COMPILE, "(default-testCompile)", "-Werror"));
        expected.put("format", List.of(FORMAT, "Bad.java"));
        expected.put("unused-import", List.of(FORMAT, "Bad.java"));
        expected.put("licence", List.of(FORMAT, "SPDX"));
        expected.put("javadoc", List.of("maven-javadoc-plugin", "reference not found"));
        expected.put("banned-dependency", List.of(ENFORCE, "commons-logging"));
        expected.put("convergence", List.of(ENFORCE, "DependencyConvergence"));
        // Asked on JDK 17 only, or on 21 and newer only: see the profile in the parent POM.
        if (Runtime.version().feature() < 21) {
            expected.put("errorprone-warning", List.of(COMPILE, "(default-compile)", "-Werror"));
        } else {
            expected.put("nullaway-generics", List.of(COMPILE, "[NullAway]"));
        }
        return expected;
    }

    @Test
    void everyGateRejectsItsCanary() {
        Map<String, List<String>> expected = expected();
        expected.put("core-dependency", List.of(ENFORCE, "jspecify alone"));

        Map<String, String> failures = build.failures();

        assertThat(failures.keySet()).as(build.log()).containsExactlyInAnyOrderElementsOf(expected.keySet());
        expected.forEach((canary, words) ->
                assertThat(failures.get(canary)).as("failure of %s", canary).contains(words));
        // Maven prints the warnings that -Werror made fatal before its summary.
        assertThat(build.log())
                .contains("lint/src/main/java/io/holdonce/canary/Bad.java:[9,16] unchecked conversion")
                .contains("lint-tests/src/test/java/io/holdonce/canary/BadTest.java:[9,16] unchecked conversion")
                .contains(expected.containsKey("errorprone-warning") ? "[ReferenceEquality]" : "");
    }

    @Test
    void coreIsPackagedTheSameInAnotherFolder() {
        Path first = Repository.ROOT.resolve("core/target");
        Path second = build.folder().resolve("core/target");

        for (String kind : List.of("", "-sources")) {
            String name = "holdonce-core-" + CanaryBuild.version() + kind + ".jar";
            assertThat(second.resolve(name))
                    .as("%s, built twice (after a change of JDK or of core alone: mvn clean first)", name)
                    .hasSameBinaryContentAs(first.resolve(name));
        }
    }
}
