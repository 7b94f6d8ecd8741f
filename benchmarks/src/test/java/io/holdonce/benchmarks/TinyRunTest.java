// SPDX-License-Identifier: Apache-2.0
package io.holdonce.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** A real run, as small as it can be. */
class TinyRunTest {

    @Test
    void everyContenderIsMeasuredAndItsHistoryChecked() throws Exception {
        Options options = Options.parse(List.of("--quick", "--rounds", "1", "--only", "h2,one-thread,one-name,costs"));

        Results results = new Bench(new LocalServers(), options).run();

        assertThat(results.failures()).isEmpty();
        assertThat(results.problems()).isEmpty();
        for (ContenderKind kind : ContenderKind.values()) {
            if (kind.runsOn(EngineKind.H2)) {
                assertThat(results.summary(EngineKind.H2, Measure.ONE_THREAD, kind))
                        .isPresent();
                assertThat(results.checked().get(kind)).isPositive();
            }
        }
        assertThat(results.summary(EngineKind.H2, Measure.PAIR_STATEMENTS, ContenderKind.HOLDONCE)
                        .orElseThrow()
                        .median())
                .isEqualTo(2);
    }
}
