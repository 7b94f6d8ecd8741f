// SPDX-License-Identifier: Apache-2.0
package io.holdonce.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.holdonce.HoldInfo;
import io.holdonce.LockName;
import io.holdonce.LockStatus;
import io.holdonce.Locks;
import io.holdonce.spi.LeaseStore;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/** Cases of one topic; each starts with an empty store and two instances of it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class Topic {

    /** Stores may keep milliseconds only, or hear of their clock a little late. */
    private static final long TOLERANCE_MILLIS = 250;

    /** What a case may take by itself; all times in cases are further apart. */
    private static final Duration SLOWNESS = Duration.ofSeconds(9);

    /** Within which what must come comes, even on a machine that is loaded. */
    static final Duration LIMIT = Duration.ofMinutes(1);

    private static final AtomicInteger NAMES = new AtomicInteger();

    private final LeaseStoreContract contract;
    private final Deque<AutoCloseable> opened = new ConcurrentLinkedDeque<>();

    StoreHarness harness;

    /** One process, as it were. */
    Caller here;

    /** Another one. */
    Caller there;

    @SuppressWarnings("NullAway.Init")
    Topic(LeaseStoreContract contract) {
        this.contract = contract;
    }

    @BeforeEach
    void startWithAnEmptyStore() {
        harness = contract.harness();
        harness.clear();
        here = open();
        there = open();
    }

    @AfterEach
    void closeWhatTheCaseOpened() throws Exception {
        while (!opened.isEmpty()) {
            opened.pop().close();
        }
    }

    /** A further process, as it were. */
    Caller open() {
        return new Caller(closedAfterwards(harness.open()));
    }

    FaultyLink openFaulty() {
        return closedAfterwards(harness.openFaulty());
    }

    <T extends AutoCloseable> T closedAfterwards(T resource) {
        opened.push(resource);
        return resource;
    }

    /** A user who leaves what he holds, so that no case has to release all it took. */
    Locks locks(LeaseStore store, String holder) {
        return closedAfterwards(Locks.builder(store)
                .holder(holder)
                .shutdownTime(Duration.ofMillis(1))
                .build());
    }

    /** A name that no other case uses, so that a late statement of another case does no harm. */
    static LockName name(String hint) {
        return LockName.of("kit", hint + "-" + NAMES.incrementAndGet());
    }

    /** A path that no other case uses. */
    static LockName path(String hint) {
        return LockName.path("kit", hint + "-" + NAMES.incrementAndGet());
    }

    static LockName below(LockName path, String... parts) {
        return LockName.path(
                Stream.concat(path.parts().stream(), Arrays.stream(parts)).toArray(String[]::new));
    }

    void elapse(Duration time) {
        harness.elapse(time);
    }

    HoldInfo onlyHold(LockName name) {
        return onlyHold(here.status(name));
    }

    static HoldInfo onlyHold(LockStatus status) {
        assertThat(status.holds()).as("holds of %s", status.name()).hasSize(1);
        return status.holds().get(0);
    }

    /** When the only hold of a name ends without a renewal, by the store's clock. */
    Instant endOf(LockName name) {
        LockStatus status = here.status(name);
        return status.readAt().plus(onlyHold(status).remaining());
    }

    /** Asserts a duration between two times that the store wrote in one statement. */
    static void assertExactly(Instant from, Instant to, Duration expected) {
        assertThat(to).isCloseTo(from.plus(expected), within(TOLERANCE_MILLIS, ChronoUnit.MILLIS));
    }

    /** Asserts a duration that this machine may have lengthened by being slow. */
    static void assertAbout(Duration actual, Duration expected) {
        assertThat(actual).isBetween(expected.minusMillis(TOLERANCE_MILLIS), expected.plus(SLOWNESS));
    }
}
