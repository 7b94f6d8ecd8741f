// SPDX-License-Identifier: Apache-2.0
package io.holdonce.elasticsearch;

import io.holdonce.HoldonceException;
import io.holdonce.StoreUnavailableException;
import io.holdonce.elasticsearch.Outcome.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The lock index: sends updates, always in bulk and always by the alias, and repeats what the cluster wants repeated. */
final class Index {

    /** The document that only tells the time; no key of a name looks like it. */
    static final Update CLOCK = new Update("clock", Script.CLOCK, Map.of(), true);

    private static final Set<Kind> AGAIN = EnumSet.of(Kind.ALONE, Kind.CONFLICT, Kind.BUSY);

    /** A bulk request of so many scripts has about a megabyte. */
    private static final int CHUNK = 500;

    final String alias;
    private final Transport transport;
    private final boolean singleCopy;

    /** @param singleCopy whether what one copy acknowledges counts although there should be more */
    Index(Transport transport, String alias, boolean singleCopy) {
        this.transport = transport;
        this.alias = alias;
        this.singleCopy = singleCopy;
    }

    static String id(io.holdonce.LockName name) {
        return HexFormat.of().formatHex(name.key());
    }

    /** Sends updates in order; an outcome for each, none of them one that is sent again. */
    List<Outcome> update(List<Update> updates, Deadline deadline) {
        Outcome[] outcomes = new Outcome[updates.size()];
        Update[] sending = updates.toArray(Update[]::new);
        List<Integer> left = IntStream.range(0, sending.length).boxed().toList();
        for (int round = 0; !left.isEmpty(); round++) {
            if (round > 0 && !deadline.pause(round)) {
                left.forEach(i -> outcomes[i] = Outcome.failed(
                        outcomes[i].kind() == Kind.ALONE ? Failures.alone(alias) : Failures.outOfTime(true)));
                break;
            }
            List<Integer> again = new ArrayList<>();
            for (int from = 0; from < left.size(); from += CHUNK) {
                List<Integer> chunk = left.subList(from, Math.min(left.size(), from + CHUNK));
                List<Outcome> answers = send(chunk.stream().map(i -> sending[i]).toList(), deadline);
                for (int n = 0; n < chunk.size(); n++) {
                    int i = chunk.get(n);
                    outcomes[i] = after(outcomes[i], answers.get(n));
                    if (AGAIN.contains(outcomes[i].kind())) {
                        sending[i] = sending[i].sure();
                        again.add(i);
                    }
                }
            }
            left = again;
        }
        return Arrays.asList(outcomes);
    }

    /** What says more of the two to whoever waited in vain. */
    private Outcome after(@Nullable Outcome before, Outcome now) {
        boolean inVain = now.failure() instanceof StoreUnavailableException;
        return inVain && before != null && before.kind() == Kind.ALONE ? Outcome.failed(Failures.alone(alias)) : now;
    }

    private List<Outcome> send(List<Update> updates, Deadline deadline) {
        StringBuilder body = new StringBuilder();
        updates.forEach(update -> update.appendTo(body));
        try {
            Transport.Answer answer = transport.send(
                    new Transport.Request(
                            "POST",
                            '/' + alias + "/_bulk?require_alias=true&timeout="
                                    + deadline.left().toMillis() + "ms",
                            body.toString()),
                    deadline.left());
            if (answer.status() == 429 && !answer.body().contains("cluster_block_exception")) {
                return all(updates, new Outcome(Kind.BUSY, Map.of(), null));
            }
            if (answer.status() != 200) {
                return all(updates, Outcome.failed(Failures.of(alias, answer)));
            }
            List<Object> items = Json.list(Json.read(answer.body()), "items");
            if (items.size() != updates.size()) {
                return all(updates, Outcome.failed(Failures.unexpected("another number of answers")));
            }
            return items.stream().map(this::outcome).toList();
        } catch (HoldonceException e) {
            return all(updates, Outcome.failed(e));
        }
    }

    private static List<Outcome> all(List<Update> updates, Outcome outcome) {
        return updates.stream().map(update -> outcome).toList();
    }

    @SuppressWarnings("unchecked")
    private Outcome outcome(Object item) {
        // Called after its operation; of an update that a pipeline refused, "index".
        Map<String, Object> named = (Map<String, Object>) item;
        Map<String, Object> update =
                Json.object(named, named.keySet().stream().findFirst().orElse(""));
        int status = (int) Json.number(update, "status");
        Map<String, Object> document = Json.object(Json.object(update, "get"), "_source");
        Map<String, Object> error = Json.object(update, "error");
        String type = Json.text(error, "type");
        if (error.isEmpty()) {
            Kind kind =
                    switch (Json.text(update, "result")) {
                        case "created", "updated" -> isAlone(update) ? Kind.ALONE : Kind.WRITTEN;
                        case "deleted" -> isAlone(update) ? Kind.ALONE : Kind.DELETED;
                        case "noop" -> Kind.NOTHING;
                        case "not_found" -> Kind.MISSING;
                        default -> Kind.FAILED;
                    };
            return new Outcome(kind, document, kind == Kind.FAILED ? Failures.unexpected(String.valueOf(item)) : null);
        }
        if (type.equals("document_missing_exception")) {
            return new Outcome(Kind.MISSING, Map.of(), null);
        }
        if (status == 409) {
            return new Outcome(Kind.CONFLICT, Map.of(), null);
        }
        if (status == 429 && !type.equals("cluster_block_exception")) {
            return new Outcome(Kind.BUSY, Map.of(), null);
        }
        return Outcome.failed(Failures.of(alias, status, error));
    }

    private boolean isAlone(Map<String, Object> update) {
        Map<String, Object> copies = Json.object(update, "_shards");
        return !singleCopy && Json.number(copies, "total") > 1 && Json.number(copies, "successful") < 2;
    }

    /** One update whose outcome must be good. */
    Outcome updateOne(Update update, Deadline deadline) {
        return require(update(List.of(update), deadline).get(0));
    }

    static Outcome require(Outcome outcome) {
        if (outcome.kind() == Kind.FAILED) {
            throw outcome.problem();
        }
        return outcome;
    }

    /** A request that only reads, or sets the index up; its answer, if it is a good one. */
    Map<String, Object> ask(String method, String path, String body, Deadline deadline) {
        Transport.Answer answer = transport.send(new Transport.Request(method, path, body), deadline.left());
        if (answer.status() >= 300) {
            throw Failures.of(alias, answer);
        }
        return Json.read(answer.body());
    }

    /** The documents that a search finds. */
    List<Map<String, Object>> search(Map<String, Object> query, Deadline deadline) {
        Map<String, Object> answer =
                ask("POST", '/' + alias + "/_search?allow_no_indices=false", Json.write(query), deadline);
        if (Json.flag(answer, "timed_out") || Json.number(Json.object(answer, "_shards"), "failed") > 0) {
            throw new StoreUnavailableException("The cluster could not search the whole lock index.", false, null);
        }
        return Json.list(Json.object(answer, "hits"), "hits").stream()
                .map(Index::source)
                .toList();
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> source(Object hit) {
        return Json.object((Map<String, Object>) hit, "_source");
    }
}
