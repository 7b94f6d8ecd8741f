// SPDX-License-Identifier: Apache-2.0
package io.holdonce;

/** What stands behind a recorded hold at the moment it was read. */
public enum HoldState {
    /** A holder has it and may renew it. */
    HELD,
    /** Revoked: renewal is refused, and it ends when the holder lets go or its ttl passes. */
    REVOKED,
    /** Released, but kept taken until {@code holdAtLeast} has passed. */
    KEPT,
    /** Not a hold: an exclusive request waits for sharers to leave, so new sharers are held back. Shown as a blocker only. */
    AWAITED
}
