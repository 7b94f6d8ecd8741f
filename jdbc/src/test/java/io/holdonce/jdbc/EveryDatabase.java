// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.AnnotationConsumer;
import org.junit.jupiter.params.support.ParameterDeclarations;

/** Every engine that can be started on this machine. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ArgumentsSource(EveryDatabase.Provider.class)
@interface EveryDatabase {

    /** Those for which it has no meaning. */
    TestDatabase[] except() default {};

    /** These alone. */
    TestDatabase[] only() default {};

    /** Reads {@link TestDatabase#startsHere}. */
    class Provider implements ArgumentsProvider, AnnotationConsumer<EveryDatabase> {
        private List<TestDatabase> chosen = List.of();

        @Override
        public void accept(EveryDatabase annotation) {
            List<TestDatabase> except = List.of(annotation.except());
            chosen = Arrays.stream(annotation.only().length == 0 ? TestDatabase.values() : annotation.only())
                    .filter(database -> !except.contains(database))
                    .toList();
        }

        @Override
        public Stream<? extends Arguments> provideArguments(
                ParameterDeclarations parameters, ExtensionContext context) {
            return chosen.stream().filter(TestDatabase::startsHere).map(Arguments::of);
        }
    }
}
