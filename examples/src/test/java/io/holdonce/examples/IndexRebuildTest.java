// SPDX-License-Identifier: Apache-2.0
package io.holdonce.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdonce.test.TestLocks;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class IndexRebuildTest {

    // region unit-test
    private final TestLocks locks = TestLocks.create();
    private final AtomicInteger rebuilds = new AtomicInteger();
    private final IndexRebuild job = new IndexRebuild(locks, rebuilds::incrementAndGet);

    @Test
    void rebuildsWhenNobodyElseDoes() {
        assertThat(job.runOnce()).isEqualTo("rebuilt");
        assertThat(rebuilds).hasValue(1);
    }

    @Test
    void leavesItToTheNodeThatHoldsIt() {
        locks.heldByOther(IndexRebuild.NAME);

        assertThat(job.runOnce()).isEqualTo("another node rebuilds it");
        assertThat(rebuilds).hasValue(0);
    }

    @Test
    void saysThatNobodyKnowsWhileTheStoreIsDown() {
        locks.storeDown();

        assertThat(job.runOnce()).isEqualTo("nobody knows, try later");
    }

    @Test
    void saysSoWhenTheLeaseIsLostMeanwhile() {
        IndexRebuild cutOff = new IndexRebuild(locks, () -> locks.lose(IndexRebuild.NAME));

        assertThat(cutOff.runOnce()).startsWith("perhaps half rebuilt: ");
    }
    // endregion

    @AfterEach
    void close() {
        locks.close();
    }
}
