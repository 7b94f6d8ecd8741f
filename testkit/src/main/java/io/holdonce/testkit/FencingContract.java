// SPDX-License-Identifier: Apache-2.0
package io.holdonce.testkit;

import static io.holdonce.testkit.Claims.TTL;
import static io.holdonce.testkit.Claims.exclusive;
import static io.holdonce.testkit.Claims.shared;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdonce.LockName;
import io.holdonce.spi.Claim;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Tokens of one name only grow, whatever happened in between. */
abstract class FencingContract extends Topic {

    private static final long STEP = 64;

    FencingContract(LeaseStoreContract contract) {
        super(contract);
    }

    @Test
    void tokenOfANewNameIsTheStoresClockInMicroseconds() {
        Instant before = here.now();
        long token = here.take(exclusive(name("new")));
        Instant granted = Instant.EPOCH.plus(token, ChronoUnit.MICROS);
        assertThat(granted).isBetween(before.minusSeconds(1), here.now().plusSeconds(1));
    }

    @Test
    void tokensFitAJavaScriptNumber() {
        assertThat(here.take(exclusive(name("new")))).isLessThan(1L << 53);
    }

    @Test
    void sixtyThreeNumbersAfterEachTokenBelongToItsGrant() {
        LockName name = name("step");
        long last = here.pass(exclusive(name));
        for (int i = 0; i < 50; i++) {
            long next = (i % 2 == 0 ? here : there).pass(i % 3 == 0 ? shared(name) : exclusive(name));
            assertThat(next).isGreaterThanOrEqualTo(last + STEP);
            last = next;
        }
    }

    @Test
    void everySharerHasATokenOfItsOwn() {
        LockName name = name("shared");
        long one = here.take(shared(name));
        long two = there.take(shared(name));
        long three = here.take(shared(name));
        assertThat(two).isGreaterThanOrEqualTo(one + STEP);
        assertThat(three).isGreaterThanOrEqualTo(two + STEP);
        assertThat(here.status(name).fencingToken()).isEqualTo(three);
    }

    @Test
    void tokenGrowsAfterARelease() {
        LockName name = name("released");
        assertThat(tokenAfter(name, here::released)).isGreaterThanOrEqualTo(STEP);
    }

    @Test
    void tokenGrowsAfterAnExpiry() {
        LockName name = name("expired");
        assertThat(tokenAfter(name, claim -> elapse(TTL.plusSeconds(20)))).isGreaterThanOrEqualTo(STEP);
    }

    @Test
    void tokenGrowsAfterARevocation() {
        LockName name = name("revoked");
        assertThat(tokenAfter(name, claim -> there.revoke(name, true))).isGreaterThanOrEqualTo(STEP);
    }

    @Test
    void tokenGrowsAfterAPurge() {
        LockName name = name("purged");
        assertThat(tokenAfter(name, claim -> {
                    here.released(claim);
                    elapse(Duration.ofDays(8));
                    here.purge(Duration.ofDays(7));
                    assertThat(here.status(name).fencingToken())
                            .as("token of a forgotten name")
                            .isZero();
                }))
                .isGreaterThanOrEqualTo(STEP);
    }

    @Test
    void tokenGrowsAfterTheStoresClockWasSetBack() {
        LockName name = name("back");
        assertThat(tokenAfter(name, claim -> {
                    here.released(claim);
                    elapse(Duration.ofHours(-2));
                }))
                .isGreaterThanOrEqualTo(STEP);
    }

    @Test
    void tokensKeepTheirStepWhileTheClockIsBehindThem() {
        LockName name = name("back");
        here.pass(exclusive(name));
        elapse(Duration.ofHours(-2));
        long first = here.pass(exclusive(name));
        long second = there.pass(exclusive(name));
        assertThat(second - first).isEqualTo(STEP);
    }

    @Test
    void tokenFollowsTheClockAgainOnceItHasCaughtUp() {
        LockName name = name("ahead");
        long before = here.pass(exclusive(name));
        elapse(Duration.ofHours(1));
        long clock = TimeUnit.SECONDS.toMicros(here.now().getEpochSecond());
        assertThat(here.pass(exclusive(name))).isGreaterThan(before).isGreaterThanOrEqualTo(clock - 1_000_000);
    }

    private long tokenAfter(LockName name, Consumer<Claim> event) {
        Claim first = exclusive(name);
        long before = here.take(first);
        event.accept(first);
        return there.take(exclusive(name)) - before;
    }
}
