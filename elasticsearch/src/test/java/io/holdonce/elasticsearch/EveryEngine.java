// SPDX-License-Identifier: Apache-2.0
package io.holdonce.elasticsearch;

import io.holdonce.elasticsearch.node.Engine;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A test that runs on each engine that can be started here. */
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest
@MethodSource("io.holdonce.elasticsearch.EveryEngine$Here#engines")
@interface EveryEngine {

    /** Which those are. */
    final class Here {
        private Here() {}

        static Stream<Engine> engines() {
            return Arrays.stream(Engine.values()).filter(Engine::available);
        }
    }
}
