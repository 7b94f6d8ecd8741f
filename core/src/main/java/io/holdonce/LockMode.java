// SPDX-License-Identifier: Apache-2.0
package io.holdonce;

/**
 * How a name is held. A request asks for {@link #EXCLUSIVE} or {@link #SHARED}; the two intents are taken by Holdonce itself on
 * every ancestor of a path, and show there that something below is held.
 *
 * <p><b>Source:</b> Gray, Lorie, Putzolu and Traiger, "Granularity of Locks in a Shared Data Base" (1975), sections 2 and 3.
 */
public enum LockMode {
    /** No other hold of the name exists beside this one, of a path nothing below it either. */
    EXCLUSIVE,
    /** Any number of shared holds of the name exist side by side, and no exclusive one, of a path nowhere below it either. */
    SHARED,
    /** Something below this path is held exclusively. */
    INTENT_EXCLUSIVE,
    /** Something below this path is held shared. */
    INTENT_SHARED;

    /**
     * Whether holds of two claims may exist side by side on one name; the same in both directions.
     *
     * @param other the other hold's mode
     * @return whether they are compatible
     */
    public boolean isCompatibleWith(LockMode other) {
        return switch (this) {
            case EXCLUSIVE -> false;
            case SHARED -> other == SHARED || other == INTENT_SHARED;
            case INTENT_EXCLUSIVE -> other.isIntent();
            case INTENT_SHARED -> other != EXCLUSIVE;
        };
    }

    /**
     * Whether this mode stands on an ancestor of what is held.
     *
     * @return whether it is one of the two intents
     */
    public boolean isIntent() {
        return this == INTENT_EXCLUSIVE || this == INTENT_SHARED;
    }

    /**
     * What a hold in this mode takes on every ancestor of its path.
     *
     * @return the intent
     */
    public LockMode intent() {
        return this == EXCLUSIVE || this == INTENT_EXCLUSIVE ? INTENT_EXCLUSIVE : INTENT_SHARED;
    }
}
