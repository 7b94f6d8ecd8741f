// SPDX-License-Identifier: Apache-2.0
package io.holdonce.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectNestedClass;

import io.holdonce.StoreUnavailableException;
import io.holdonce.spi.AcquireAnswer;
import io.holdonce.spi.Claim;
import io.holdonce.spi.LeaseStore;
import io.holdonce.test.InMemoryStore;
import io.holdonce.test.WrongGrants;
import io.holdonce.test.WrongKeeping;
import io.holdonce.test.WrongTrees;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

/** The kit bites: each wrong store fails exactly the cases that are listed for it, and the right one none. */
class WrongStoresTest {

    private static final String LIST = "/wrong-stores.txt";

    /** Topics whose cases prove store and engine together. */
    private static final Set<Class<?>> WITH_THE_ENGINE = Set.of(
            LeaseStoreContract.HolderSide.class,
            LeaseStoreContract.TreeLeases.class,
            LeaseStoreContract.TreeLosses.class,
            LeaseStoreContract.Work.class);

    /** What the contract under test runs against; cases run one at a time. */
    private static Supplier<StoreHarness> subject = () -> new InMemoryHarness(InMemoryStore::create);

    /** Not found by the build itself, which looks for top-level classes. */
    static final class Subject extends LeaseStoreContract {
        @Override
        protected StoreHarness openHarness() {
            return subject.get();
        }
    }

    @TestFactory
    Stream<DynamicTest> everyWrongStoreFailsItsNamedCasesAndNoOther() throws Exception {
        Map<String, Set<String>> expected = expected();
        assertThat(expected.keySet())
                .containsExactlyInAnyOrderElementsOf(wrongStores().keySet());
        return wrongStores().entrySet().stream()
                .map(store -> DynamicTest.dynamicTest(store.getKey(), () -> assertThat(failures(store.getValue()))
                        .isEqualTo(expected.get(store.getKey()))
                        .isNotEmpty()));
    }

    @Test
    void theRightStoreFailsNothing() {
        assertThat(failures(() -> new InMemoryHarness(InMemoryStore::create))).isEmpty();
    }

    private static Map<String, Supplier<StoreHarness>> wrongStores() {
        Map<String, Supplier<StoreHarness>> stores = new LinkedHashMap<>();
        Stream.of(WrongGrants.class, WrongKeeping.class, WrongTrees.class)
                .flatMap(group -> Arrays.stream(group.getDeclaredClasses()))
                .forEach(type -> stores.put(
                        type.getSimpleName(), () -> new InMemoryHarness(clock -> (LeaseStore) make(type, clock))));
        stores.put("OutageLooksContended", OutageLooksContended::new);
        return stores;
    }

    private static Object make(Class<?> type, InstantSource clock) {
        try {
            return type.getConstructor(InstantSource.class).newInstance(clock);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A client that takes an error for 'held by another': the link's end, not the store, is wrong. */
    private static final class OutageLooksContended extends InMemoryHarness {
        OutageLooksContended() {
            super(InMemoryStore::create);
        }

        @Override
        public FaultyLink openFaulty() {
            FaultyLink link = super.openFaulty();
            LeaseStore end = link.store();
            InvocationHandler wrong = (proxy, method, arguments) -> {
                try {
                    return method.invoke(end, arguments);
                } catch (InvocationTargetException e) {
                    if (method.getName().equals("acquire") && e.getCause() instanceof StoreUnavailableException) {
                        List<?> claims = (List<?>) arguments[0];
                        return claims.stream()
                                .map(Claim.class::cast)
                                .map(claim -> new AcquireAnswer.Contended(List.of()))
                                .toList();
                    }
                    throw e.getCause();
                }
            };
            LeaseStore wrongEnd = (LeaseStore)
                    Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {LeaseStore.class}, wrong);
            return (FaultyLink) Proxy.newProxyInstance(
                    getClass().getClassLoader(),
                    new Class<?>[] {FaultyLink.class},
                    (proxy, method, arguments) ->
                            method.getName().equals("store") ? wrongEnd : method.invoke(link, arguments));
        }
    }

    /** The failed cases as {@code Topic.case}. Cases with the engine are left out. */
    private static Set<String> failures(Supplier<StoreHarness> store) {
        subject = store;
        List<DiscoverySelector> topics = Arrays.stream(LeaseStoreContract.class.getDeclaredClasses())
                .filter(topic -> !WITH_THE_ENGINE.contains(topic))
                .<DiscoverySelector>map(topic -> selectNestedClass(List.of(Subject.class), topic))
                .toList();
        Events tests = EngineTestKit.engine("junit-jupiter")
                .selectors(topics.toArray(DiscoverySelector[]::new))
                .execute()
                .testEvents();
        assertThat(tests.started().count()).as("cases run").isGreaterThan(150);
        assertThat(tests.skipped().count()).as("cases skipped").isZero();
        return tests.failed().stream()
                .map(event ->
                        (MethodSource) event.getTestDescriptor().getSource().orElseThrow())
                .map(method ->
                        method.getJavaClass().getSimpleName().replace("Contract", "") + "." + method.getMethodName())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** A store's name at the start of a line, then its cases, indented. */
    private static Map<String, Set<String>> expected() throws IOException {
        Map<String, Set<String>> expected = new LinkedHashMap<>();
        Set<String> cases = new TreeSet<>();
        try (InputStream in = Objects.requireNonNull(WrongStoresTest.class.getResourceAsStream(LIST))) {
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
