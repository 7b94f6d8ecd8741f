// SPDX-License-Identifier: Apache-2.0
package io.holdonce.elasticsearch;

import io.holdonce.LockName;
import io.holdonce.LockStatus;
import io.holdonce.elasticsearch.Outcome.Kind;
import io.holdonce.spi.StatusQuery;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reports on one name as it is on the primary copy, or on held names as a search finds them, up to a second late. */
final class Reporting {

    private static final int PAGE = 500;

    private Reporting() {}

    static List<LockStatus> status(Index index, StatusQuery query, Deadline deadline) {
        if (query.name().isPresent()) {
            return List.of(one(index, query.name().get(), deadline));
        }
        long now = index.updateOne(Index.CLOCK, deadline).now();
        List<LockStatus> found = new ArrayList<>();
        String after = query.after().map(Index::id).orElse("");
        List<Map<String, Object>> page;
        do {
            page = index.search(search(query, now, after), deadline);
            for (Map<String, Object> document : page) {
                LockStatus status = Documents.status(LockName.parse(Json.text(document, "name")), document, now);
                if (found.size() < query.limit() && matches(query, status)) {
                    found.add(status);
                }
                after = Json.text(document, "key");
            }
        } while (page.size() == PAGE && found.size() < query.limit());
        return found;
    }

    private static LockStatus one(Index index, LockName name, Deadline deadline) {
        Update read = new Update(Index.id(name), Script.READ, Map.of(), false);
        List<Outcome> outcomes = index.update(List.of(Index.CLOCK, read), deadline);
        outcomes.forEach(Index::require);
        Outcome document = outcomes.get(1);
        long now = document.kind() == Kind.MISSING ? outcomes.get(0).now() : document.now();
        return Documents.status(name, document.document(), now);
    }

    /** The summary may still count holds that have expired. */
    private static boolean matches(StatusQuery query, LockStatus status) {
        Optional<String> holder = query.holder();
        return !status.holds().isEmpty()
                && (holder.isEmpty()
                        || status.holds().stream().anyMatch(hold -> hold.holder().equals(holder.get())));
    }

    private static Map<String, Object> search(StatusQuery query, long now, String after) {
        List<Object> filters = new ArrayList<>();
        filters.add(Map.of("range", Map.of("held_until", Map.of("gt", now))));
        if (!query.prefix().isEmpty()) {
            filters.add(Map.of("prefix", Map.of("name", Map.of("value", query.prefix()))));
        }
        query.holder().ifPresent(holder -> filters.add(Map.of("term", Map.of("holders", Map.of("value", holder)))));
        Map<String, Object> search = new LinkedHashMap<>();
        search.put("size", PAGE);
        search.put("_source", List.of("key", "name", "token", "holds", "revoked"));
        search.put("track_total_hits", false);
        search.put("sort", List.of(Map.of("key", "asc")));
        if (!after.isEmpty()) {
            search.put("search_after", List.of(after));
        }
        search.put("query", Map.of("bool", Map.of("filter", filters)));
        return search;
    }
}
