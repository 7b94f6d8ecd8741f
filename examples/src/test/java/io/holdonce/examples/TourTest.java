// SPDX-License-Identifier: Apache-2.0
package io.holdonce.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.holdonce.Lease;
import io.holdonce.LockName;
import io.holdonce.Locks;
import io.holdonce.jdbc.JdbcStore;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TourTest {

    private final UrlDataSource database = new UrlDataSource(Databases.h2());
    private final Captured captured = new Captured();
    private Locks locks;
    private Tour tour;

    @BeforeEach
    void start() {
        locks = Tour.withListener(JdbcStore.builder(database).createSchema().build(), captured.out);
        tour = new Tour(locks, captured.out);
    }

    @AfterEach
    void stop() {
        locks.close();
    }

    @Test
    void everyStopWorks() throws Exception {
        assertThat(tour.waitAtMost()).startsWith("shipped under token ");
        assertThat(tour.tryIt()).startsWith("held under token ");
        tour.severalNames();
        tour.readTogether();
        assertThat(tour.withoutBlocking().get(30, TimeUnit.SECONDS)).startsWith("done under ");
        tour.stopInTime();

        assertThat(captured.lines())
                .containsExactly("moved", "many read at once, and no one writes", "page 1", "page 2", "page 3");
    }

    @Test
    void aRevokedHolderIsTold() {
        try (Lease lease =
                locks.acquire(Locks.exclusive(LockName.of("order", "42")).ttl(Duration.ofSeconds(3)))) {
            assertThat(tour.tryIt()).isEqualTo("held by orders/node-7");

            tour.endIt();

            await().atMost(Duration.ofSeconds(30)).until(() -> !lease.isValid());
            await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> assertThat(captured.lines())
                    .containsExactly("1 marked", "EXCLUSIVE 'order:42' lost: REVOKED"));
        }
    }
}
