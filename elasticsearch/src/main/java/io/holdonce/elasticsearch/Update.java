// SPDX-License-Identifier: Apache-2.0
package io.holdonce.elasticsearch;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One scripted update of one document.
 *
 * @param id the document's id
 * @param script what it runs
 * @param params its parameters
 * @param upsert whether a missing document is made
 */
record Update(String id, Script script, Map<String, Object> params, boolean upsert) {

    /** The same after an unclear answer: it writes whatever it decides, so that the answer proves something. */
    Update sure() {
        if (script != Script.ACQUIRE) {
            return this;
        }
        Map<String, Object> surely = new LinkedHashMap<>(params);
        surely.put("sure", true);
        return new Update(id, script, surely, true);
    }

    /** Two lines of a bulk request. */
    void appendTo(StringBuilder body) {
        Map<String, Object> source = new LinkedHashMap<>();
        source.put("script", Map.of("lang", "painless", "source", script.source, "params", params));
        if (!script.fields.isEmpty()) {
            source.put("_source", Map.of("includes", script.fields));
        }
        if (upsert) {
            source.put("scripted_upsert", true);
            source.put("upsert", Map.of());
        }
        body.append(Json.write(Map.of("update", Map.of("_id", id, "retry_on_conflict", 3))))
                .append('\n')
                .append(Json.write(source))
                .append('\n');
    }
}
