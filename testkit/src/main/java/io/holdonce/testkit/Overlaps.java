// SPDX-License-Identifier: Apache-2.0
package io.holdonce.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdonce.LockMode;
import io.holdonce.LockName;
import io.holdonce.spi.Claim;
import io.holdonce.spi.Hold;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Watches who is inside which name at the same time, and whether tokens rise in the order of the grants. */
final class Overlaps {

    /** What is known of one name. */
    private static final class Inside {
        int sharers;
        int writers;
        long highest;
        long highestWriter;
    }

    private final Map<LockName, Inside> names = new HashMap<>();
    private final List<String> sightings = new ArrayList<>();

    synchronized void enter(Claim claim, long token) {
        for (Hold hold : claim.holds()) {
            Inside inside = names.computeIfAbsent(hold.name(), it -> new Inside());
            boolean writer = hold.mode() == LockMode.EXCLUSIVE;
            if (inside.writers > 0 || (writer && inside.sharers > 0)) {
                sightings.add(
                        "%s entered beside %d writers and %d sharers".formatted(hold, inside.writers, inside.sharers));
            }
            // Sharers may be told of their grants in another order than they were granted in.
            if (token <= (writer ? inside.highest : inside.highestWriter)) {
                sightings.add("%s got token %d after %d".formatted(hold, token, inside.highest));
            }
            inside.highest = Math.max(inside.highest, token);
            if (writer) {
                inside.writers++;
                inside.highestWriter = token;
            } else {
                inside.sharers++;
            }
        }
    }

    synchronized void leave(Claim claim) {
        for (Hold hold : claim.holds()) {
            Inside inside = names.computeIfAbsent(hold.name(), it -> new Inside());
            if (hold.mode() == LockMode.EXCLUSIVE) {
                inside.writers--;
            } else {
                inside.sharers--;
            }
        }
    }

    synchronized void assertNone() {
        assertThat(sightings).as("overlaps and tokens out of order").isEmpty();
    }
}
