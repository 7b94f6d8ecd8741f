// SPDX-License-Identifier: Apache-2.0
package io.holdonce.elasticsearch;

import io.holdonce.HoldonceException;
import io.holdonce.ReleaseOutcome;
import io.holdonce.elasticsearch.Outcome.Kind;
import io.holdonce.spi.Hold;
import io.holdonce.spi.Release;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Ends any number of claims by one bulk request, the names of each in reverse order. */
final class Releasing {

    private Releasing() {}

    static List<ReleaseOutcome> release(Index index, List<Release> releases, Deadline deadline) {
        List<Update> updates = new ArrayList<>();
        for (Release release : releases) {
            Map<String, Object> params = Map.of(
                    "claim", release.claimId().toString(), "at_least", Documents.micros(release.holdAtLeast()));
            List<Hold> holds = release.holds();
            for (int i = holds.size() - 1; i >= 0; i--) {
                updates.add(new Update(Index.id(holds.get(i).name()), Script.RELEASE, params, false));
            }
        }
        List<Outcome> outcomes = index.update(updates, deadline);
        List<ReleaseOutcome> answers = new ArrayList<>();
        List<HoldonceException> failures = new ArrayList<>();
        int from = 0;
        for (Release release : releases) {
            int to = from + release.holds().size();
            answers.add(answer(outcomes.subList(from, to), failures));
            from = to;
        }
        if (!releases.isEmpty() && answers.stream().allMatch(ReleaseOutcome.UNKNOWN::equals)) {
            throw Failures.worst(failures);
        }
        return answers;
    }

    private static ReleaseOutcome answer(List<Outcome> outcomes, List<HoldonceException> failures) {
        boolean released = false;
        boolean unknown = false;
        for (Outcome outcome : outcomes) {
            if (outcome.isWritten("RELEASED")) {
                released = true;
            } else if (outcome.kind() != Kind.MISSING && !outcome.isWritten("LOST")) {
                unknown = true;
                failures.add(outcome.problem());
            }
        }
        return unknown ? ReleaseOutcome.UNKNOWN : released ? ReleaseOutcome.RELEASED : ReleaseOutcome.LOST;
    }
}
