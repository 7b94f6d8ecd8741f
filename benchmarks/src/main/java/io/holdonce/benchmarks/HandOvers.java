// SPDX-License-Identifier: Apache-2.0
package io.holdonce.benchmarks;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads out of a history how long a lock that somebody waited for lay free. */
final class HandOvers {

    private HandOvers() {}

    /** Milliseconds from the call of each release to the return of the next grant, which was asked for before that release. */
    static List<Double> millis(List<Grant> history) {
        Map<String, List<Grant>> byLock = new HashMap<>();
        for (Grant grant : history) {
            byLock.computeIfAbsent(grant.lock(), lock -> new ArrayList<>()).add(grant);
        }
        List<Double> delays = new ArrayList<>();
        for (List<Grant> grants : byLock.values()) {
            long origin = grants.get(0).granted();
            grants.sort(Comparator.comparingLong(grant -> grant.granted() - origin));
            for (int i = 1; i < grants.size(); i++) {
                Grant before = grants.get(i - 1);
                Grant next = grants.get(i);
                if (next.holder() != before.holder() && next.called() - before.releaseCalled() < 0) {
                    delays.add((next.granted() - before.releaseCalled()) / 1e6);
                }
            }
        }
        return delays;
    }
}
