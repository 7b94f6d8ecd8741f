// SPDX-License-Identifier: Apache-2.0
package io.holdonce.benchmarks;

/**
 * One acquisition as its holder saw it; times are of {@link System#nanoTime}, which on Linux all processes of a machine share.
 *
 * @param lock the name
 * @param holder which thread of which client
 * @param called when it was asked for
 * @param granted when the call returned
 * @param releaseCalled when its release was called
 * @param released when that returned
 * @param validUntil until when its holder could believe in it without a release
 * @param token the fencing token, {@link Contender.Held#NO_TOKEN} if it has none
 */
record Grant(
        String lock,
        int holder,
        long called,
        long granted,
        long releaseCalled,
        long released,
        long validUntil,
        long token) {

    /** When it ended at the latest, as its holder saw it. */
    long end() {
        return releaseCalled - validUntil < 0 ? releaseCalled : validUntil;
    }

    /** From the call to the return of the release. */
    double millis() {
        return (released - called) / 1e6;
    }
}
