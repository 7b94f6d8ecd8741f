// SPDX-License-Identifier: Apache-2.0
package io.holdonce.examples;

import static io.holdonce.Locks.exclusive;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdonce.AcquireTimeoutException;
import io.holdonce.Lease;
import io.holdonce.LockName;
import io.holdonce.Locks;
import io.holdonce.jdbc.JdbcStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two servers over one database. */
class LockServiceTest {

    private final UrlDataSource database = new UrlDataSource(Databases.h2());
    private Locks here;
    private Locks there;
    private LockService one;
    private LockService other;

    @BeforeEach
    void startTwoServers() {
        here = server("server-1");
        there = server("server-2");
        one = new LockService(here);
        other = new LockService(there);
    }

    private Locks server(String holder) {
        return Locks.builder(JdbcStore.builder(database).createSchema().build())
                .holder(holder)
                .build();
    }

    @AfterEach
    void stop() {
        here.close();
        there.close();
    }

    @Test
    void oneAtATimeOverBothServers() throws Exception {
        AtomicInteger counter = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (LockService service : List.of(one, other)) {
            for (int i = 0; i < 4; i++) {
                threads.add(new Thread(() -> {
                    for (int round = 0; round < 10; round++) {
                        service.doInLock("execution", "42", () -> counter.set(counter.get() + 1));
                    }
                }));
            }
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join(TimeUnit.MINUTES.toMillis(1));
        }

        assertThat(counter).hasValue(80);
    }

    @Test
    void theTimeoutIsKeptAndSaysWhoHoldsIt() throws Exception {
        String result = one.callInLock("flow", "nightly", Duration.ofSeconds(1), () -> {
            assertThat(other.isLocked("flow", "nightly")).isTrue();
            assertThat(other.tryLock("flow", "nightly", () -> {})).isFalse();
            assertThatThrownBy(() -> other.doInLock("flow", "nightly", Duration.ofMillis(100), () -> {}))
                    .isInstanceOf(AcquireTimeoutException.class)
                    .hasMessageContaining("held EXCLUSIVE by server-1");
            return "done";
        });

        assertThat(result).isEqualTo("done");
        assertThat(other.isLocked("flow", "nightly")).isFalse();
    }

    @Test
    void namesThatJoinAlikeAreTwoLocks() {
        one.doInLock("a_b", "c", () -> assertThat(other.tryLock("a", "b_c", () -> {}))
                .isTrue());
    }

    @Test
    void locksOfADeadServerCanBeRevoked() {
        LockName name = LockName.of("flow", "stuck");
        try (Lease left = here.acquire(exclusive(name).ttl(Duration.ofSeconds(2)))) {
            assertThat(other.releaseAllLocks("server-1", "it was scaled down")).containsExactly(name);

            other.doInLock("flow", "stuck", () -> assertThat(left.isValid()).isFalse());
        }
    }
}
