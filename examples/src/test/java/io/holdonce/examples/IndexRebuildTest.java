// SPDX-License-Identifier: Apache-2.0
package io.holdonce.examples;

import static io.holdonce.Locks.exclusive;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdonce.Lease;
import io.holdonce.Locks;
import io.holdonce.test.InMemoryStore;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class IndexRebuildTest {

    // region unit-test
    private final InMemoryStore store = InMemoryStore.create(InstantSource.system());
    private final Locks locks = Locks.over(store);
    private final AtomicInteger rebuilds = new AtomicInteger();
    private final IndexRebuild job = new IndexRebuild(locks, rebuilds::incrementAndGet);

    @Test
    void rebuildsWhenNobodyElseDoes() {
        assertThat(job.runOnce()).isEqualTo("rebuilt");
        assertThat(rebuilds).hasValue(1);
    }

    @Test
    void leavesItToTheNodeThatHoldsIt() {
        try (Locks otherNode = Locks.over(store);
                Lease held = otherNode.acquire(exclusive(IndexRebuild.NAME))) {
            assertThat(job.runOnce()).isEqualTo("another node rebuilds it");
            assertThat(held.isValid()).isTrue();
        }
        assertThat(rebuilds).hasValue(0);
    }
    // endregion

    @Test
    void saysSoWhenTheLeaseIsLostMeanwhile() {
        IndexRebuild revoked =
                new IndexRebuild(locks, () -> locks.admin().revokeNow(IndexRebuild.NAME, "an operator", "a test"));

        assertThat(revoked.runOnce()).startsWith("perhaps half rebuilt: ");
    }

    @AfterEach
    void close() {
        locks.close();
    }
}
