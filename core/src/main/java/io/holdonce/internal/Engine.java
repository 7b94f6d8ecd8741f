// SPDX-License-Identifier: Apache-2.0
package io.holdonce.internal;

import io.holdonce.Locks;
import io.holdonce.spi.LeaseStore;

/** Placeholder until the engine lands in the next commits. */
public final class Engine {
    private Engine() {}

    @SuppressWarnings("DoNotCallSuggester")
    public static Locks start(LeaseStore store, Settings settings) {
        throw new UnsupportedOperationException(store + " " + settings);
    }
}
