// SPDX-License-Identifier: Apache-2.0
package io.holdonce;

/**
 * A write carried a fencing token lower than the highest one seen: a later holder was here before. Nothing was written; the
 * transaction that asked is to be rolled back.
 */
public final class StaleTokenException extends HoldonceException {

    private static final long serialVersionUID = 1L;

    private final long presented;
    private final long highest;

    /**
     * Made by Holdonce.
     *
     * @param message which resource refused which token
     * @param presented the token of the write
     * @param highest the highest token seen, greater than the presented one
     */
    public StaleTokenException(String message, long presented, long highest) {
        super(message, null);
        this.presented = presented;
        this.highest = highest;
    }

    /**
     * The token that was refused.
     *
     * @return the token of the write
     */
    public long presented() {
        return presented;
    }

    /**
     * The highest token that the resource has seen.
     *
     * @return a token greater than {@link #presented()}
     */
    public long highest() {
        return highest;
    }
}
