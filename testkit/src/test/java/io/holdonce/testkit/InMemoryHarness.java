// SPDX-License-Identifier: Apache-2.0
package io.holdonce.testkit;

import io.holdonce.spi.LeaseStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Function;

/** The store in memory, or a wrong one, on a clock that runs and can be set; it is behind this machine's, as servers are. */
class InMemoryHarness implements StoreHarness {

    private static final Duration BEHIND = Duration.ofMinutes(-10);

    private final Function<InstantSource, LeaseStore> maker;
    private volatile Duration offset = BEHIND;
    private volatile LeaseStore data;

    /** Over whatever the maker makes for the harness's clock. */
    InMemoryHarness(Function<InstantSource, LeaseStore> maker) {
        this.maker = maker;
        this.data = make();
    }

    private LeaseStore make() {
        return maker.apply(() -> Instant.now().plus(offset));
    }

    @Override
    public String engine() {
        return "in-memory";
    }

    @Override
    public LeaseStore open() {
        return data;
    }

    @Override
    public void clear() {
        offset = BEHIND;
        data = make();
    }

    @Override
    public void elapse(Duration time) {
        offset = offset.plus(time);
    }
}
