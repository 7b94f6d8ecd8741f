// SPDX-License-Identifier: Apache-2.0
package io.holdonce.elasticsearch;

import io.holdonce.elasticsearch.Outcome.Kind;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Forgets free names: finds them by a search, then deletes each by a script that looks again. */
final class Purging {

    private static final int PAGE = 200;

    private Purging() {}

    static int purge(Index index, Duration untouched, int limit, Deadline deadline) {
        long micros = Documents.micros(untouched);
        long now = index.updateOne(Index.CLOCK, deadline).now();
        int purged = 0;
        String after = "";
        List<Map<String, Object>> found;
        do {
            found = index.search(query(now, micros, Math.min(PAGE, limit - purged), after), deadline);
            List<Update> updates = found.stream()
                    .map(document -> new Update(
                            Json.text(document, "key"), Script.PURGE, Map.of("untouched", micros), false))
                    .toList();
            for (Outcome outcome : index.update(updates, deadline)) {
                purged += Index.require(outcome).kind() == Kind.DELETED ? 1 : 0;
            }
            after = found.isEmpty() ? after : Json.text(found.get(found.size() - 1), "key");
        } while (!found.isEmpty() && purged < limit && !deadline.passed());
        return purged;
    }

    private static Map<String, Object> query(long now, long untouched, int size, String after) {
        Map<String, Object> query = new LinkedHashMap<>();
        query.put("size", size);
        query.put("_source", List.of("key"));
        query.put("track_total_hits", false);
        query.put("sort", List.of(Map.of("key", "asc")));
        if (!after.isEmpty()) {
            query.put("search_after", List.of(after));
        }
        query.put(
                "query",
                Map.of(
                        "bool",
                        Map.of(
                                "filter",
                                List.of(
                                        most("held_until", now),
                                        most("waited_until", now),
                                        most("touched_at", now - untouched),
                                        most("token", now - 64)))));
        return query;
    }

    private static Map<String, Object> most(String field, long value) {
        return Map.of("range", Map.of(field, Map.of("lte", value)));
    }
}
