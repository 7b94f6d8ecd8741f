// SPDX-License-Identifier: Apache-2.0
package io.holdonce.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** How large the API may become; raising a number here is a decision, not a slip. */
class ApiBudgetTest {
    private static final int LOCKS_AND_IDEMPOTENCY_TYPES = 40;
    private static final int SPI_TYPES = 20;
    private static final int STORE_METHODS = 16;

    @Test
    void usersMeetAtMostFortyTypes() {
        assertThat(types("io.holdonce", "io.holdonce.idempotency"))
                .hasSizeLessThanOrEqualTo(LOCKS_AND_IDEMPOTENCY_TYPES);
    }

    @Test
    void storeAuthorsMeetAtMostTwentyTypes() {
        assertThat(types("io.holdonce.spi")).hasSizeLessThanOrEqualTo(SPI_TYPES);
    }

    @Test
    void aStoreHasAtMostSixteenMethods() {
        Stream<Class<?>> stores = types("io.holdonce.spi").stream()
                .filter(type -> type.isInterface() && type.getSimpleName().endsWith("Store"));

        assertThat(storeMethods(stores.toList())).hasSizeLessThanOrEqualTo(STORE_METHODS);
    }

    @Test
    void aMethodThatTwoStoresShareCountsOnce() {
        interface OneStore {
            String check();

            default void purge() {}
        }
        interface OtherStore {
            String check();

            static void helper() {}
        }

        assertThat(storeMethods(List.of(OneStore.class, OtherStore.class))).containsExactly("check[]", "purge[]");
    }

    private static List<String> storeMethods(List<Class<?>> stores) {
        return stores.stream()
                .flatMap(store -> Arrays.stream(store.getDeclaredMethods()))
                .filter(method -> !Modifier.isStatic(method.getModifiers()) && !method.isSynthetic())
                .map(ApiBudgetTest::signature)
                .distinct()
                .sorted()
                .toList();
    }

    private static String signature(Method method) {
        return method.getName() + Arrays.toString(method.getParameterTypes());
    }

    private static List<Class<?>> types(String... packages) {
        return Arrays.stream(packages)
                .flatMap(name -> ApiText.topLevelTypes(Repository.classes("core"), name).stream())
                .toList();
    }
}
