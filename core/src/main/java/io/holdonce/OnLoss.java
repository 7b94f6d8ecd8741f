// SPDX-License-Identifier: Apache-2.0
package io.holdonce;

/** What a scoped call does to its own thread when the lease is lost while the body runs. */
public enum OnLoss {
    /** Interrupts the thread that runs the body; the interrupt never leaves the scoped call. The default. */
    INTERRUPT,
    /** Leaves the thread alone; the body learns of the loss through the lease or a listener. */
    NOTIFY
}
