// SPDX-License-Identifier: Apache-2.0
package io.holdonce.benchmarks;

/** What is measured, each a number per engine, contender and round. */
enum Measure {
    ONE_THREAD("One thread, a free name", "acquire + release per second", true),
    OWN_NAMES("Eight threads, a name each", "acquire + release per second", true),
    ONE_NAME("Eight threads of one process, one name", "acquire + release per second", true),
    LATENCY("One acquire + release, one thread", "ms", false),
    HAND_OVER_LOCAL("Hand-over to a thread of the same process, held for no time", "ms", false),
    HAND_OVER_SHORT("Hand-over to another process, held for 50 ms", "ms", false),
    HAND_OVER_LONG("Hand-over to another process, held for 1 s", "ms", false),
    WAITER_STATEMENTS("1,000 waiters of one process for one name", "statements per second, by the server", false),
    WAITER_CONNECTIONS("1,000 waiters of one process for one name", "connections in use", false),
    TAKEOVER("Takeover after kill -9 of the holder", "s after the kill", false),
    TAKEOVER_LATE("Takeover after kill -9 of the holder", "s after the end of the lease", false),
    PAIR_STATEMENTS("Statements of one acquire + release, a free name", "statements, by the server", false),
    PAIR_CPU("Processor time of the client for one acquire + release", "µs", false),
    PAIR_SWITCHES("Waits of client threads for one acquire + release", "context switches", false),
    PAIR_BYTES("Memory allocated by the client for one acquire + release", "bytes", false);

    final String title;
    final String unit;
    final boolean moreIsBetter;

    Measure(String title, String unit, boolean moreIsBetter) {
        this.title = title;
        this.unit = unit;
        this.moreIsBetter = moreIsBetter;
    }
}
