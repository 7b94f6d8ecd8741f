// SPDX-License-Identifier: Apache-2.0
package io.holdonce;

/** What became of a release. */
public enum ReleaseOutcome {
    /** The store recorded the release; the name is free, or kept only by {@code holdAtLeast}. */
    RELEASED,
    /** The lease had ended before; nothing of a successor was touched. */
    LOST,
    /** The store did not answer clearly; the release goes on in the background and the lease ends by its ttl at the latest. */
    UNKNOWN
}
