// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectNestedClass;

import io.holdonce.testkit.TransactionLocksContract;
import io.holdonce.testkit.TransactionLocksHarness;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

/** The contract bites: each wrong implementation fails exactly the cases that are listed for it. */
class WrongTransactionLocksTest {

    private static final String LIST = "/wrong-transaction-locks.txt";

    /** What the contract under test runs against; cases run one at a time. */
    private static Class<?> subject = WrongTransactionLocks.TryWaits.class;

    /** Not found by the build itself, which looks for top-level classes. */
    static final class Subject extends TransactionLocksContract {
        @Override
        protected TransactionLocksHarness openHarness() throws Exception {
            return (TransactionLocksHarness) subject.getDeclaredConstructor().newInstance();
        }
    }

    @TestFactory
    Stream<DynamicTest> everyWrongImplementationFailsItsNamedCasesAndNoOther() throws Exception {
        Map<String, Set<String>> expected = expected();
        Map<String, Class<?>> wrong = wrong();
        assertThat(expected.keySet()).containsExactlyInAnyOrderElementsOf(wrong.keySet());
        return wrong.entrySet().stream()
                .map(one -> DynamicTest.dynamicTest(one.getKey(), () -> assertThat(failures(one.getValue()))
                        .isEqualTo(expected.get(one.getKey()))
                        .isNotEmpty()));
    }

    private static Map<String, Class<?>> wrong() {
        Map<String, Class<?>> all = new TreeMap<>();
        Arrays.stream(WrongTransactionLocks.class.getDeclaredClasses())
                .filter(type -> !Modifier.isAbstract(type.getModifiers()))
                .forEach(type -> all.put(type.getSimpleName(), type));
        return all;
    }

    /** The failed cases as {@code Topic.case}. The races are left out: they take long and prove what the others prove, many at once. */
    private static Set<String> failures(Class<?> type) {
        subject = type;
        List<DiscoverySelector> topics = Arrays.stream(TransactionLocksContract.class.getDeclaredClasses())
                .filter(topic -> !topic.getSimpleName().equals("TransactionRaces"))
                .<DiscoverySelector>map(topic -> selectNestedClass(List.of(Subject.class), topic))
                .toList();
        Events tests = EngineTestKit.engine("junit-jupiter")
                .selectors(topics.toArray(DiscoverySelector[]::new))
                .execute()
                .testEvents();
        assertThat(tests.started().count()).as("cases run").isGreaterThan(25);
        assertThat(tests.skipped().count()).as("cases skipped").isZero();
        return tests.failed().stream()
                .map(event ->
                        (MethodSource) event.getTestDescriptor().getSource().orElseThrow())
                .map(method ->
                        method.getJavaClass().getSimpleName().replace("Contract", "") + "." + method.getMethodName())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** An implementation's name at the start of a line, then its cases, indented. */
    private static Map<String, Set<String>> expected() throws IOException {
        Map<String, Set<String>> expected = new LinkedHashMap<>();
        Set<String> cases = new TreeSet<>();
        try (InputStream in = WrongTransactionLocksTest.class.getResourceAsStream(LIST)) {
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList()) {
                if (line.isBlank() || line.startsWith("#")) {
                    continue;
                }
                if (line.startsWith(" ")) {
                    cases.add(line.strip());
                } else {
                    cases = new TreeSet<>();
                    expected.put(line.strip(), cases);
                }
            }
        }
        return expected;
    }
}
