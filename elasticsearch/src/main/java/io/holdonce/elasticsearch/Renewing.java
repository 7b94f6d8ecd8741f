// SPDX-License-Identifier: Apache-2.0
package io.holdonce.elasticsearch;

import io.holdonce.LossReason;
import io.holdonce.elasticsearch.Outcome.Kind;
import io.holdonce.spi.Hold;
import io.holdonce.spi.RenewAnswer;
import io.holdonce.spi.Renewal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Renews any number of claims by one bulk request. Each of its parts writes, whatever it finds. */
final class Renewing {

    private Renewing() {}

    static List<RenewAnswer> renew(Index index, List<Renewal> renewals, Deadline deadline) {
        List<Update> updates = new ArrayList<>();
        for (Renewal renewal : renewals) {
            Map<String, Object> params = Map.of(
                    "claim", renewal.claimId().toString(), "ttl", Documents.micros(renewal.ttl()));
            for (Hold hold : renewal.holds()) {
                updates.add(new Update(Index.id(hold.name()), Script.RENEW, params, false));
            }
        }
        List<Outcome> outcomes = index.update(updates, deadline);
        if (!outcomes.isEmpty() && outcomes.stream().allMatch(outcome -> outcome.kind() == Kind.FAILED)) {
            throw Failures.worst(outcomes.stream().map(Outcome::problem).toList());
        }
        List<RenewAnswer> answers = new ArrayList<>();
        int from = 0;
        for (Renewal renewal : renewals) {
            int to = from + renewal.holds().size();
            answers.add(answer(outcomes.subList(from, to)));
            from = to;
        }
        return answers;
    }

    private static RenewAnswer answer(List<Outcome> outcomes) {
        Optional<LossReason> loss = outcomes.stream()
                .flatMap(outcome -> lost(outcome).stream())
                // What was done on purpose explains more than what merely is no longer there.
                .reduce((a, b) -> a.kind() == LossReason.Kind.GONE ? b : a);
        if (loss.isPresent()) {
            return new RenewAnswer.Lost(loss.get());
        }
        return outcomes.stream().allMatch(outcome -> outcome.isWritten("RENEWED"))
                ? new RenewAnswer.Renewed()
                : new RenewAnswer.Unknown();
    }

    private static Optional<LossReason> lost(Outcome outcome) {
        if (outcome.kind() == Kind.MISSING) {
            return Optional.of(new LossReason(
                    LossReason.Kind.GONE, "The store has no record of the name; its index may have been made anew."));
        }
        if (!outcome.isWritten("LOST")) {
            return Optional.empty();
        }
        String kind = Json.text(outcome.answer(), "kind");
        return Optional.of(
                kind.isEmpty()
                        ? new LossReason(
                                LossReason.Kind.GONE, "It had expired, been released or been granted to another.")
                        : new LossReason(LossReason.Kind.valueOf(kind), Json.text(outcome.answer(), "detail")));
    }
}
