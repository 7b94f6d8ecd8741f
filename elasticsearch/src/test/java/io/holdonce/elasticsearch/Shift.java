// SPDX-License-Identifier: Apache-2.0
package io.holdonce.elasticsearch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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

    Shift(Transport transport, String alias) {
        this.transport = transport;
        this.alias = alias;
    }

    /** Makes everything that was written findable. */
    void refresh() {
        ask("POST", "/_refresh", "");
    }

    void clear() {
        StringBuilder body = new StringBuilder();
        for (String id : ids()) {
            body.append(Json.write(Map.of("delete", Map.of("_id", id)))).append('\n');
        }
        bulk(body);
    }

    /** Lets time pass: takes it off every stored time. Negative: the clock is set back, so tokens are ahead of it. */
    void elapse(Duration time) {
        StringBuilder body = new StringBuilder();
        Map<String, Object> script = new LinkedHashMap<>();
        script.put("source", ELAPSE);
        script.put("params", Map.of("by", Documents.micros(time)));
        for (String id : ids()) {
            body.append(Json.write(Map.of("update", Map.of("_id", id, "retry_on_conflict", 50))))
                    .append('\n')
                    .append(Json.write(Map.of("script", script)))
                    .append('\n');
        }
        bulk(body);
    }

    private void bulk(StringBuilder body) {
        if (body.length() > 0) {
            Map<String, Object> answer = ask("POST", "/_bulk?refresh=true", body.toString());
            if (Json.flag(answer, "errors")) {
                throw new IllegalStateException("Cannot change the documents of the test: " + answer);
            }
        }
    }

    private List<String> ids() {
        refresh();
        Map<String, Object> answer = ask("POST", "/_search", "{\"size\": 10000, \"_source\": false}");
        List<String> ids = new ArrayList<>();
        for (Object hit : Json.list(Json.object(answer, "hits"), "hits")) {
            ids.add(String.valueOf(((Map<?, ?>) hit).get("_id")));
        }
        return ids;
    }

    private Map<String, Object> ask(String method, String path, String body) {
        Transport.Answer answer = transport.send(new Transport.Request(method, '/' + alias + path, body), LIMIT);
        if (answer.status() != 200) {
            throw new IllegalStateException(answer.toString());
        }
        return Json.read(answer.body());
    }
}
