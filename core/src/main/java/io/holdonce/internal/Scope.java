// SPDX-License-Identifier: Apache-2.0
package io.holdonce.internal;

import io.holdonce.Lease;
import java.util.Optional;

/** Placeholder until the engine lands in the next commits. */
public final class Scope {
    private Scope() {}

    public static Optional<Lease> current() {
        return Optional.empty();
    }
}
