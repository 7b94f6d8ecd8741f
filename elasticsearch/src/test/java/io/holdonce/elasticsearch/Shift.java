// SPDX-License-Identifier: Apache-2.0
package io.holdonce.elasticsearch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** Changes stored documents behind the store's back, so that tests need not wait or set a cluster's clock. */
final class Shift {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    private static final String ELAPSE = """
            def d = ctx._source;
            long by = params.by;
            if (d.touched_at != null) {
              d.touched_at -= by;
              if (d.held_until > 0) { d.held_until -= by; }
              if (d.waited_until > 0) { d.waited_until -= by; }
              if (by < 0) { d.token -= by; }
              if (d.revoked != null) { d.revoked.at -= by; }
              for (def h : d.holds.values()) { h.acquired_at -= by; h.renewed_at -= by; h.expires_at -= by; }
            } else { ctx.op = 'none' }
            """;

    private final Transport transport;
    private final String alias;
    private final Index index;

    Shift(Transport transport, String alias) {
        this.transport = transport;
        this.alias = alias;
        this.index = new Index(transport, alias, true);
    }

    /** Makes everything that was written findable. */
    void refresh() {
        ask("POST", "/_refresh", "");
    }

    void clear() {
        StringBuilder body = new StringBuilder();
        for (Map<?, ?> document : documents()) {
            body.append(Json.write(Map.of("delete", Map.of("_id", document.get("_id")))))
                    .append('\n');
        }
        bulk(body);
    }

    /** Lets time pass: takes it off every stored time. Negative: the clock is set back, so tokens are ahead of it. */
    void elapse(Duration time) {
        StringBuilder body = new StringBuilder();
        Map<String, Object> script = new LinkedHashMap<>();
        long tokens = 0;
        script.put("source", ELAPSE);
        script.put("params", Map.of("by", Documents.micros(time)));
        for (Map<?, ?> document : documents()) {
            tokens = Math.max(tokens, Json.number(source(document), "token"));
            body.append(Json.write(Map.of("update", Map.of("_id", document.get("_id"), "retry_on_conflict", 50))))
                    .append('\n')
                    .append(Json.write(Map.of("script", script)))
                    .append('\n');
        }
        bulk(body);
        if (time.toSeconds() > 0) {
            passTokens(tokens);
        }
    }

    /** The cluster's clock stands still for up to 200 ms; after time that really passed it is ahead of the last token. */
    private void passTokens(long tokens) {
        long now = now();
        while (now <= tokens + 64 && tokens - now < 1_000_000) {
            LockSupport.parkNanos(5_000_000);
            now = now();
        }
    }

    private long now() {
        return index.updateOne(Index.CLOCK, Deadline.after(LIMIT)).now();
    }

    private void bulk(StringBuilder body) {
        if (body.length() > 0) {
            Map<String, Object> answer = ask("POST", "/_bulk?refresh=true", body.toString());
            if (Json.flag(answer, "errors")) {
                throw new IllegalStateException("Cannot change the documents of the test: " + answer);
            }
        }
    }

    private List<Map<?, ?>> documents() {
        refresh();
        Map<String, Object> answer = ask("POST", "/_search", "{\"size\": 10000, \"_source\": [\"token\"]}");
        List<Map<?, ?>> documents = new ArrayList<>();
        for (Object hit : Json.list(Json.object(answer, "hits"), "hits")) {
            documents.add((Map<?, ?>) hit);
        }
        return documents;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> source(Map<?, ?> hit) {
        return (Map<String, Object>) hit.get("_source");
    }

    private Map<String, Object> ask(String method, String path, String body) {
        Transport.Answer answer = transport.send(new Transport.Request(method, '/' + alias + path, body), LIMIT);
        if (answer.status() != 200) {
            throw new IllegalStateException(answer.toString());
        }
        return Json.read(answer.body());
    }
}
