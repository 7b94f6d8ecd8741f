// SPDX-License-Identifier: Apache-2.0
package io.holdonce;

import java.time.Duration;
import java.time.Instant;

/**
 * One recorded hold of a name, as the store described it: for messages, listings and advice, never for deciding who holds.
 *
 * <p><b>Time:</b> everything here is by the store's clock; durations count from the moment of reading.
 *
 * @param name the name that is held
 * @param mode how it is held
 * @param state what stands behind it
 * @param holder the holder's label, empty for {@link HoldState#AWAITED}
 * @param note the request's note for people, empty if there was none
 * @param fencingToken the hold's fencing token, 0 for {@link HoldState#AWAITED}
 * @param since when it was granted; without meaning for {@link HoldState#AWAITED}
 * @param renewedAgo how long before the reading it was last renewed or granted, not negative
 * @param remaining how long after the reading it ends without a renewal, not negative
 */
public record HoldInfo(
        LockName name,
        LockMode mode,
        HoldState state,
        String holder,
        String note,
        long fencingToken,
        Instant since,
        Duration renewedAgo,
        Duration remaining) {}
