// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

/** This process's monotonic clock. */
final class Ticker {

    private Ticker() {}

    /** Nanoseconds since some moment; only differences mean anything. */
    static long nanos() {
        return System.nanoTime();
    }
}
