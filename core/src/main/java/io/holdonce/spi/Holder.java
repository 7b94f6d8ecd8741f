// SPDX-License-Identifier: Apache-2.0
package io.holdonce.spi;

import java.util.UUID;

/**
 * Who asks: a label for people and the instance behind it.
 *
 * @param label the holder's label, up to 500 characters, without control characters
 * @param instance random id of one {@code Locks} instance
 * @param started the store's clock, in epoch microseconds, when that instance began; zero unless {@code takeOverPast} is on
 * @param takesOver whether holds of an instance with the same label, another id and an earlier, non-zero start are taken over
 */
public record Holder(String label, UUID instance, long started, boolean takesOver) {

    /**
     * Whether this holder may take a recorded hold over: only an older instance of the same label is, and never the other way
     * round, or two live ones would steal in turn.
     *
     * @param otherLabel the recorded holder's label
     * @param otherInstance its instance
     * @param otherStarted its start number
     * @return whether the hold counts as left behind
     */
    public boolean supersedes(String otherLabel, UUID otherInstance, long otherStarted) {
        return takesOver
                && otherStarted > 0
                && otherStarted < started
                && label.equals(otherLabel)
                && !instance.equals(otherInstance);
    }
}
