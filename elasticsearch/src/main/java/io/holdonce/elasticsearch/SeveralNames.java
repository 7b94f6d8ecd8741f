// SPDX-License-Identifier: Apache-2.0
package io.holdonce.elasticsearch;

import io.holdonce.HoldInfo;
import io.holdonce.elasticsearch.Outcome.Kind;
import io.holdonce.spi.AcquireAnswer;
import io.holdonce.spi.Claim;
import io.holdonce.spi.Hold;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Takes several names for one claim: looks, takes them in order, and gives all back if one was refused meanwhile. A claim that
 * got all of them gets one token, written to each before it is granted.
 */
final class SeveralNames {

    private final Index index;
    private final Deadline deadline;
    private final Claim claim;
    private final List<Hold> holds;

    SeveralNames(Index index, Deadline deadline, Claim claim) {
        this.index = index;
        this.deadline = deadline;
        this.claim = claim;
        this.holds = claim.holds();
    }

    AcquireAnswer acquire() {
        List<Update> looks = new ArrayList<>(List.of(Index.CLOCK));
        holds.forEach(hold -> looks.add(Acquiring.look(claim, hold)));
        List<Outcome> seen = all(looks);
        long now = seen.get(0).now();
        seen = seen.subList(1, seen.size());
        if (seen.stream().anyMatch(outcome -> outcome.said().equals("HELD"))) {
            return refused(seen, giveBack(seen));
        }
        // Later attempts of a claim have higher numbers, so that what arrives late of an earlier one touches nothing.
        long attempt = 1 + Math.max(now, greatest(seen, "attempt"));
        // The clock and the tokens of all, looked at together: so all get the same token at once, as a rule.
        long floor = seen.stream()
                .filter(outcome -> !outcome.said().equals("OWN"))
                .mapToLong(outcome -> Json.number(outcome.answer(), "token") + 64)
                .reduce(now, Math::max);
        List<Outcome> taken = all(holds.stream()
                .map(hold -> Acquiring.take(claim, hold, floor, attempt))
                .toList());
        if (taken.stream().allMatch(outcome -> outcome.isWritten("GRANTED"))) {
            return agreed(taken);
        }
        for (Outcome outcome : taken) {
            if (!outcome.isWritten("GRANTED") && !outcome.said().equals("HELD")) {
                throw outcome.problem();
            }
        }
        List<Update> undo = new ArrayList<>();
        for (int i = 0; i < holds.size(); i++) {
            if (taken.get(i).isWritten("GRANTED")) {
                undo.add(undo(holds.get(i), attempt));
            }
        }
        return refused(taken, undo);
    }

    private List<Outcome> all(List<Update> updates) {
        List<Outcome> outcomes = index.update(updates, deadline);
        outcomes.forEach(Index::require);
        return outcomes;
    }

    private static long greatest(List<Outcome> outcomes, String field) {
        return outcomes.stream()
                .mapToLong(outcome -> Json.number(outcome.answer(), field))
                .max()
                .orElse(0);
    }

    /** The names that an earlier send had taken. */
    private List<Update> giveBack(List<Outcome> seen) {
        List<Update> undo = new ArrayList<>();
        for (int i = 0; i < holds.size(); i++) {
            if (seen.get(i).said().equals("OWN")) {
                undo.add(undo(holds.get(i), Json.number(seen.get(i).answer(), "attempt")));
            }
        }
        return undo;
    }

    private Update undo(Hold hold, long attempt) {
        Map<String, Object> params = new LinkedHashMap<>();
        params.put("claim", claim.id().toString());
        params.put("attempt", attempt);
        return new Update(Index.id(hold.name()), Script.UNDO, params, false);
    }

    /** Answers "contended" only once nothing is held any more. */
    private AcquireAnswer refused(List<Outcome> outcomes, List<Update> undo) {
        List<HoldInfo> blockers = new ArrayList<>();
        List<Update> last = new ArrayList<>(undo);
        Collections.reverse(last);
        for (int i = 0; i < holds.size(); i++) {
            Outcome outcome = outcomes.get(i);
            if (outcome.said().equals("HELD")) {
                blockers.addAll(Documents.blockers(holds.get(i).name(), outcome.document()));
            }
            if (!claim.waiting().isZero() && Json.flag(outcome.answer(), "sharers")) {
                last.add(Acquiring.mark(claim, holds.get(i)));
            }
        }
        all(last);
        return new AcquireAnswer.Contended(blockers);
    }

    private AcquireAnswer agreed(List<Outcome> taken) {
        long token = greatest(taken, "token");
        List<Update> differing = IntStream.range(0, holds.size())
                .filter(i -> Json.number(taken.get(i).answer(), "token") != token)
                .mapToObj(i -> new Update(
                        Index.id(holds.get(i).name()),
                        Script.AGREE,
                        Map.of("claim", claim.id().toString(), "token", token),
                        false))
                .toList();
        for (Outcome outcome : all(differing)) {
            if (!outcome.isWritten("GRANTED")) {
                // It ended, or was revoked, between two requests. The same claim finds out.
                throw Failures.unexpected(outcome.kind() == Kind.MISSING ? "a name's document is gone" : outcome.said());
            }
        }
        return new AcquireAnswer.Granted(token);
    }
}
