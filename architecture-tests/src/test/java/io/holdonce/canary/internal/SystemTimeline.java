// SPDX-License-Identifier: Apache-2.0
package io.holdonce.canary.internal;

/** The one class that may read the clock. */
final class SystemTimeline {
    long now() {
        return System.nanoTime();
    }
}
