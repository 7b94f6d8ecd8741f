// SPDX-License-Identifier: Apache-2.0
package io.holdonce.canary;

import org.jspecify.annotations.Nullable;

/** Holds a lease that nothing reads, as users do. */
public final class Good {
    private Good() {}

    /** A handle. */
    public interface Lease extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * Works while it holds.
     *
     * @param lease what is held
     * @param note a note, or null
     * @return the length of the note
     */
    public static int work(Lease lease, @Nullable String note) {
        try (Lease held = lease) {
            return note == null ? 0 : note.length();
        }
    }
}
