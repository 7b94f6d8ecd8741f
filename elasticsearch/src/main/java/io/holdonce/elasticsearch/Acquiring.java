// SPDX-License-Identifier: Apache-2.0
package io.holdonce.elasticsearch;

import io.holdonce.HoldonceException;
import io.holdonce.StoreUnavailableException;
import io.holdonce.spi.AcquireAnswer;
import io.holdonce.spi.Claim;
import io.holdonce.spi.Hold;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Grants claims: those of one name by one scripted upsert each, sent together; those of several names one after another. */
final class Acquiring {

    private final Index index;
    private final Deadline deadline;

    Acquiring(Index index, Deadline deadline) {
        this.index = index;
        this.deadline = deadline;
    }

    List<AcquireAnswer> acquire(List<Claim> claims) {
        @Nullable AcquireAnswer[] answers = new AcquireAnswer[claims.size()];
        List<HoldonceException> failures = new ArrayList<>();
        List<Integer> singles = IntStream.range(0, claims.size())
                .filter(i -> claims.get(i).holds().size() == 1)
                .boxed()
                .toList();
        List<Outcome> outcomes = index.update(
                singles.stream()
                        .map(i -> take(claims.get(i), claims.get(i).holds().get(0), 0, 0))
                        .toList(),
                deadline);
        for (int n = 0; n < singles.size(); n++) {
            int i = singles.get(n);
            Outcome outcome = outcomes.get(n);
            answers[i] = answered(() -> single(claims.get(i), outcome), failures);
        }
        for (int i = 0; i < answers.length; i++) {
            if (answers[i] == null) {
                Claim claim = claims.get(i);
                answers[i] = answered(() -> new SeveralNames(index, deadline, claim).acquire(), failures);
            }
        }
        if (!claims.isEmpty() && failures.size() == claims.size()) {
            throw Failures.worst(failures);
        }
        return List.of(answers);
    }

    private interface Asking {
        AcquireAnswer answer();
    }

    private static AcquireAnswer answered(Asking asking, List<HoldonceException> failures) {
        try {
            return asking.answer();
        } catch (HoldonceException e) {
            failures.add(e);
            return new AcquireAnswer.Unanswered(
                    e instanceof StoreUnavailableException unavailable
                            ? unavailable
                            : new StoreUnavailableException(String.valueOf(e.getMessage()), false, e));
        }
    }

    private static AcquireAnswer single(Claim claim, Outcome outcome) {
        if (outcome.isWritten("GRANTED")) {
            return new AcquireAnswer.Granted(Json.number(outcome.answer(), "token"));
        }
        // Of a claim that was never sent before, nothing written is nothing held.
        boolean certain = outcome.kind() == Outcome.Kind.WRITTEN || outcome.kind() == Outcome.Kind.NOTHING;
        if (certain && outcome.said().equals("HELD")) {
            return new AcquireAnswer.Contended(
                    Documents.blockers(claim.holds().get(0).name(), outcome.document()));
        }
        throw outcome.problem();
    }

    /** Takes a hold if it may be had. */
    static Update take(Claim claim, Hold hold, long floor, long attempt) {
        Map<String, Object> params = params(claim, hold, true, Documents.micros(claim.waiting()));
        params.put("floor", floor);
        params.put("attempt", attempt);
        return new Update(Index.id(hold.name()), Script.ACQUIRE, params, true);
    }

    /** Looks whether a hold may be had, which is no proof, and writes nothing unless the claim may hold already. */
    static Update look(Claim claim, Hold hold) {
        return new Update(Index.id(hold.name()), Script.ACQUIRE, params(claim, hold, false, 0), claim.unclear());
    }

    /** Stamps the name of a refused exclusive hold as awaited. */
    static Update mark(Claim claim, Hold hold) {
        return new Update(
                Index.id(hold.name()),
                Script.ACQUIRE,
                params(claim, hold, false, Documents.micros(claim.waiting())),
                false);
    }

    private static Map<String, Object> params(Claim claim, Hold hold, boolean take, long waiting) {
        Map<String, Object> params = new LinkedHashMap<>();
        params.put("take", take);
        params.put("sure", claim.unclear());
        params.put("claim", claim.id().toString());
        params.put("mode", Documents.mode(hold.mode()));
        params.put("name", hold.name().toString());
        params.put("key", Index.id(hold.name()));
        params.put("holder", claim.holder().label());
        params.put("instance", claim.holder().instance().toString());
        params.put("started", claim.holder().started());
        params.put("takes_over", claim.holder().takesOver());
        params.put("note", claim.note());
        params.put("ttl", Documents.micros(claim.ttl()));
        params.put("waiting", waiting);
        params.put("floor", 0);
        params.put("attempt", 0);
        return params;
    }
}
