// SPDX-License-Identifier: Apache-2.0
package io.holdonce.benchmarks;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Judges the history of exclusive locks: nobody's validity overlaps another's, and tokens, where there are any, only grow. */
final class HistoryChecker {

    private HistoryChecker() {}

    /** One text per broken rule; empty for a good history. */
    static List<String> problems(List<Grant> history) {
        Map<String, List<Grant>> byLock = new HashMap<>();
        for (Grant grant : history) {
            byLock.computeIfAbsent(grant.lock(), lock -> new ArrayList<>()).add(grant);
        }
        List<String> problems = new ArrayList<>();
        byLock.values().forEach(grants -> check(grants, problems));
        return problems;
    }

    private static void check(List<Grant> grants, List<String> problems) {
        // Differences, since nanoTime may begin anywhere.
        long origin = grants.get(0).granted();
        grants.sort(Comparator.comparingLong(grant -> grant.granted() - origin));
        Grant last = grants.get(0);
        wellFormed(last, problems);
        for (Grant grant : grants.subList(1, grants.size())) {
            wellFormed(grant, problems);
            if (grant.granted() - last.end() < 0) {
                problems.add("'" + grant.lock() + "' was granted " + (last.end() - grant.granted())
                        + " ns before the grant before it had ended");
            }
            if (grant.token() != Contender.Held.NO_TOKEN && grant.token() <= last.token()) {
                problems.add("'" + grant.lock() + "' got token " + grant.token() + " after " + last.token());
            }
            if (grant.end() - last.end() > 0) {
                last = grant;
            }
        }
    }

    private static void wellFormed(Grant grant, List<String> problems) {
        if (grant.granted() - grant.called() < 0 || grant.releaseCalled() - grant.granted() < 0) {
            problems.add("'" + grant.lock() + "' has a grant whose times are in no order");
        }
    }
}
