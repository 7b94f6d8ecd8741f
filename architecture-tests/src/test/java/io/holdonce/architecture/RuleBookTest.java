// SPDX-License-Identifier: Apache-2.0
package io.holdonce.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class RuleBookTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .importPaths(Repository.MAIN.stream().map(Repository::classes).toList());

    @TestFactory
    Stream<DynamicNode> mainCodeFollowsEveryRule() {
        RuleExceptions exceptions = RuleExceptions.read(Repository.OWN.resolve("exceptions.txt"));
        Stream<DynamicNode> rules = new RuleBook("io.holdonce", exceptions)
                .rules().entrySet().stream()
                        .map(rule ->
                                dynamicTest(rule.getKey(), () -> rule.getValue().check(CLASSES)));
        DynamicNode unused = dynamicTest("every line of exceptions.txt is needed", () -> assertThat(
                        exceptions.notNeeded(CLASSES::containPackage))
                .as("lines of architecture-tests/exceptions.txt that nothing needs any more; remove them")
                .isEmpty());
        return Stream.concat(rules, Stream.of(unused));
    }

    @Test
    void everyModuleWithSourcesIsSeen() {
        for (String module : Repository.MAIN) {
            if (Repository.hasSources(module)) {
                assertThat(Repository.files(Repository.classes(module), ".class"))
                        .as("compiled classes of " + module)
                        .isNotEmpty();
            }
        }
    }
}
