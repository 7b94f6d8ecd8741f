// SPDX-License-Identifier: Apache-2.0
package io.holdonce.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Runs the engine in simulated time over a store, a network and clocks that go wrong by chance.
 *
 * <p>{@code -Dholdonce.sim.seed=N} replays one run with its story; {@code -Dholdonce.sim.seeds=N} sets how many are run, and
 * {@code -Dholdonce.sim.from=N} where they start.
 */
class SimulationTest {

    private static final int SEEDS = Integer.getInteger("holdonce.sim.seeds", 20_000);
    private static final int MUTANT_SEEDS = 4_000;
    private static final int STORY = 300;

    @AfterAll
    static void logAsUsual() {
        SimLog.stop();
    }

    @Test
    void everyInvariantHoldsWhateverGoesWrong() {
        Long replay = Long.getLong("holdonce.sim.seed");
        if (replay != null) {
            runOne(replay);
            System.out.println(Simulation.trace(replay, SimMutant.NONE, Integer.MAX_VALUE));
            return;
        }
        long from = Long.getLong("holdonce.sim.from", 0L);
        for (long seed = from; seed < from + SEEDS; seed++) {
            runOne(seed);
        }
        System.out.println("simulation: " + SEEDS + " seeds from " + from + ", no invariant broken");
    }

    private static void runOne(long seed) {
        Simulation.run(seed, SimMutant.NONE)
                .ifPresent(violation -> fail(
                        "Seed %d broke an invariant: %s%nReplay with -Dholdonce.sim.seed=%d%n%s",
                        seed, violation, seed, Simulation.trace(seed, SimMutant.NONE, STORY)));
    }

    @Test
    void aSeedRepeatsItsRun() {
        for (long seed = 0; seed < 20; seed++) {
            assertThat(Simulation.trace(seed, SimMutant.NONE, Integer.MAX_VALUE))
                    .isEqualTo(Simulation.trace(seed, SimMutant.NONE, Integer.MAX_VALUE));
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void everyMutantIsCaught(SimMutant mutant) {
        for (long seed = 0; seed < MUTANT_SEEDS; seed++) {
            Optional<String> violation = Simulation.run(seed, mutant);
            if (violation.isPresent()) {
                System.out.println("mutant " + mutant + " caught by seed " + seed + ": " + violation.get());
                return;
            }
        }
        fail("The mutant %s survived %d seeds", mutant, MUTANT_SEEDS);
    }
}
