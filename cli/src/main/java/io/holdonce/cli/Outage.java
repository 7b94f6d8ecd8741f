// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import io.holdonce.LockRequest;
import io.holdonce.LocksListener;
import java.time.Duration;

/** Says once that renewals are not answered, before anything is done about it. */
final class Outage implements LocksListener {

    private final Duration grace;
    private boolean said;

    Outage(Duration grace) {
        this.grace = grace;
    }

    @Override
    public synchronized void renewalUnknown(LockRequest request, long fencingToken, Duration remaining) {
        if (!said) {
            said = true;
            Duration left = remaining.minus(grace);
            Console.say(
                    "the store did not answer a renewal; trying again. Without an answer the command gets SIGTERM in "
                            + DurationText.format(left) + ".");
        }
    }
}
