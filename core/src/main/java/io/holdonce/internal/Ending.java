// SPDX-License-Identifier: Apache-2.0
package io.holdonce.internal;

import io.holdonce.HoldInfo;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How an attempt ended: with a lease, with a failure, or with neither because others held a name all along. */
record Ending(@Nullable HeldLease lease, @Nullable RuntimeException failure, List<HoldInfo> blockers) {

    static Ending of(HeldLease lease) {
        return new Ending(lease, null, List.of());
    }

    static Ending of(RuntimeException failure) {
        return new Ending(null, failure, List.of());
    }

    static Ending contended(List<HoldInfo> blockers) {
        return new Ending(null, null, blockers);
    }
}
