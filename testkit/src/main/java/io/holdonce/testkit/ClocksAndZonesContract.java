// SPDX-License-Identifier: Apache-2.0
package io.holdonce.testkit;

import static io.holdonce.testkit.Claims.TTL;
import static io.holdonce.testkit.Claims.exclusive;
import static io.holdonce.testkit.Claims.shared;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdonce.HoldInfo;
import io.holdonce.LockName;
import io.holdonce.spi.Claim;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TimeZone;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One clock, the store's; wherever a process thinks it is, and whichever way the clock is set. */
abstract class ClocksAndZonesContract extends Topic {

    private static final List<String> ZONES = List.of("Europe/Amsterdam", "UTC", "Asia/Kolkata");

    private final TimeZone original = TimeZone.getDefault();

    ClocksAndZonesContract(LeaseStoreContract contract) {
        super(contract);
    }

    @AfterEach
    void restoreTheZone() {
        TimeZone.setDefault(original);
    }

    @Test
    void timesOnRecordAreTheStoresClock() {
        LockName name = name("clock");
        Instant before = here.now();
        here.take(exclusive(name));
        Instant after = here.now();
        assertThat(onlyHold(name).since()).isBetween(before.minusSeconds(1), after.plusSeconds(1));
        assertThat(here.status(name).readAt())
                .isBetween(before.minusSeconds(1), here.now().plusSeconds(1));
    }

    @Test
    void processesInDifferentZonesAgreeOnTheStoresClock() {
        Instant first = here.now();
        for (String zone : ZONES) {
            assertThat(processIn(zone).now()).isBetween(first.minusSeconds(1), first.plusSeconds(600));
        }
    }

    @Test
    void holdTakenInOneZoneIsSeenAlikeInAnother() {
        for (String zone : ZONES) {
            LockName name = name("zone");
            processIn(zone).take(exclusive(name));
            HoldInfo seen = onlyHold(name);
            for (String other : ZONES) {
                Caller process = processIn(other);
                HoldInfo hold = process.refused(exclusive(name)).blockers().get(0);
                assertThat(hold.since()).isEqualTo(seen.since());
                assertAbout(TTL.minus(hold.remaining()), Duration.ZERO);
                assertExactly(onlyHold(process.status(name)).since(), endOf(name), TTL);
            }
        }
    }

    @Test
    void holdTakenInOneZoneEndsInAnotherWithItsTtl() {
        for (String zone : ZONES) {
            for (String other : ZONES) {
                LockName name = name("zone");
                Claim claim = exclusive(name);
                processIn(zone).take(claim);
                elapse(Duration.ofSeconds(40));
                processIn(other).renewed(claim);
                elapse(Duration.ofSeconds(40));
                processIn(other).refused(exclusive(name));
                elapse(Duration.ofSeconds(40));
                processIn(other).take(exclusive(name));
            }
        }
    }

    @Test
    void clockSetBackDoesNotReviveASharerBesideAWriter() {
        LockName name = name("back");
        Claim sharer = shared(name);
        Claim writer = exclusive(name);
        here.take(sharer);
        elapse(TTL.plusSeconds(20));
        there.take(writer);
        elapse(Duration.ofSeconds(-50));
        here.lost(sharer);
        here.refused(shared(name));
        onlyHold(name);
        there.renewed(writer);
    }

    @Test
    void clockSetBackDoesNotReviveAWriterBesideSharers() {
        LockName name = name("back");
        Claim writer = exclusive(name);
        Claim sharer = shared(name);
        here.take(writer);
        elapse(TTL.plusSeconds(20));
        there.take(sharer);
        elapse(Duration.ofSeconds(-50));
        here.lost(writer);
        there.take(shared(name));
        there.renewed(sharer);
    }

    @Test
    void clockSetBackEndsNoHold() {
        LockName name = name("back");
        Claim claim = exclusive(name);
        here.take(claim);
        elapse(Duration.ofHours(-1));
        there.refused(exclusive(name));
        here.renewed(claim);
        here.released(claim);
        there.take(exclusive(name));
    }

    /** A new instance, made and used while the JVM is in that zone. */
    private Caller processIn(String zone) {
        TimeZone.setDefault(TimeZone.getTimeZone(zone));
        return open();
    }
}
