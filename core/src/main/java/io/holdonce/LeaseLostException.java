// SPDX-License-Identifier: Apache-2.0
package io.holdonce;

/** The lease ended before the body did: part of the body may have run while another held the name. */
public final class LeaseLostException extends HoldonceException {

    private static final long serialVersionUID = 1L;

    private final LossReason reason;

    /**
     * Made by Holdonce.
     *
     * @param message which lease was lost
     * @param reason why
     */
    public LeaseLostException(String message, LossReason reason) {
        super(message, null);
        this.reason = reason;
    }

    /**
     * Why the lease was lost.
     *
     * @return the reason
     */
    public LossReason reason() {
        return reason;
    }
}
