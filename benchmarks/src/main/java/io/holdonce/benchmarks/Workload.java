// SPDX-License-Identifier: Apache-2.0
package io.holdonce.benchmarks;

/** What is run in each round, in this order. */
enum Workload {
    ONE_THREAD,
    OWN_NAMES,
    ONE_NAME,
    HAND_OVER,
    WAITERS,
    TAKEOVER,
    COSTS;

    /** Whether it is run once, not in rounds: what it counts does not vary. */
    boolean once() {
        return this == COSTS;
    }
}
