// SPDX-License-Identifier: Apache-2.0
package io.holdonce.elasticsearch;

import io.holdonce.HoldonceException;
import io.holdonce.StoreMisconfiguredException;
import io.holdonce.StoreUnavailableException;
import io.holdonce.spi.StoreCheck;
import io.holdonce.spi.StoreCheck.Finding;
import io.holdonce.spi.StoreCheck.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Looks at everything that a lock index rests on. What it may not look at is said, not failed. */
final class Checking {

    private final Transport transport;
    private final Index index;
    private final String alias;
    private final boolean singleCopy;
    private final Deadline deadline;
    private final List<Finding> findings = new ArrayList<>();

    Checking(Transport transport, String alias, boolean singleCopy, Deadline deadline) {
        this.transport = transport;
        this.index = new Index(transport, alias, singleCopy);
        this.alias = alias;
        this.singleCopy = singleCopy;
        this.deadline = deadline;
    }

    StoreCheck check() {
        String product = product();
        if (aliased()) {
            look("settings", this::settings);
            look("mapping", this::mapping);
            look("template", this::template);
            look("copies", this::health);
            look("clock", this::clock);
        }
        return new StoreCheck(product, findings);
    }

    List<String> problems() {
        if (aliased()) {
            look("settings", this::settings);
            look("mapping", this::mapping);
            look("template", this::template);
        }
        return findings.stream()
                .filter(finding -> finding.level() == Level.ERROR)
                .map(finding -> finding.subject() + ": " + finding.detail() + " " + finding.remedy())
                .toList();
    }

    private void look(String subject, Runnable look) {
        try {
            look.run();
        } catch (StoreMisconfiguredException e) {
            boolean mayNot = String.valueOf(e.getMessage()).contains("answered 403");
            findings.add(new Finding(
                    mayNot && !subject.equals("clock") ? Level.WARN : Level.ERROR,
                    subject,
                    String.valueOf(e.getMessage()),
                    mayNot
                            ? "Check as a user who may look: monitor on the cluster, view_index_metadata on the index."
                            : ""));
        }
    }

    private String product() {
        Transport.Answer answer = transport.send(new Transport.Request("GET", "/", ""), deadline.left());
        if (answer.status() == 401) {
            findings.add(new Finding(
                    Level.ERROR, "log-in", "The cluster answered 401.", "Check the user, password or API key."));
        }
        if (answer.status() != 200) {
            return "a cluster that does not say what it is (" + answer.status() + ")";
        }
        Map<String, Object> version = Json.object(Json.read(answer.body()), "version");
        String distribution = Json.text(version, "distribution");
        return (distribution.equals("opensearch") ? "OpenSearch " : "Elasticsearch ") + Json.text(version, "number");
    }

    private boolean aliased() {
        Transport.Answer answer = transport.send(new Transport.Request("GET", "/_alias/" + alias, ""), deadline.left());
        if (answer.status() == 403) {
            findings.add(new Finding(
                    Level.WARN,
                    "alias",
                    "It may not be looked whether '" + alias + "' is an alias.",
                    "Grant view_index_metadata on the lock index."));
            return true;
        }
        if (answer.status() == 404) {
            missing();
            return false;
        }
        if (answer.status() != 200) {
            HoldonceException failure = Failures.of(alias, answer);
            if (failure instanceof StoreUnavailableException) {
                throw failure;
            }
            findings.add(new Finding(Level.ERROR, "alias", String.valueOf(failure.getMessage()), ""));
            return false;
        }
        Set<String> indices = Json.read(answer.body()).keySet();
        findings.add(
                indices.size() == 1
                        ? new Finding(
                                Level.OK,
                                "alias",
                                alias + " stands for " + indices.iterator().next(),
                                "")
                        : new Finding(
                                Level.ERROR,
                                "alias",
                                "'" + alias + "' stands for " + indices.size() + " indices: "
                                        + String.join(", ", indices) + ".",
                                "Take it off all but the one that has the locks."));
        return indices.size() == 1;
    }

    private void missing() {
        int status = transport
                .send(new Transport.Request("GET", '/' + alias + "/_settings", ""), deadline.left())
                .status();
        findings.add(
                status == 200
                        ? new Finding(
                                Level.ERROR,
                                "alias",
                                "'" + alias + "' is an index, not an alias.",
                                "Delete that index, if nothing else uses it. " + Failures.CREATE)
                        : new Finding(Level.ERROR, "index", "There is no alias '" + alias + "'.", Failures.CREATE));
    }

    private void settings() {
        Map<String, Object> answer = index.ask("GET", '/' + alias + "/_settings?flat_settings=true", "", deadline);
        Map<String, Object> settings = answer.keySet().stream()
                .map(name -> Json.object(Json.object(answer, name), "settings"))
                .findFirst()
                .orElse(Map.of());
        expect(
                settings,
                "index.translog.durability",
                "request",
                "request",
                "what was acknowledged may be lost with a node");
        expect(settings, "index.number_of_shards", "1", "1", "listing and searching cost more");
        String replicas = Json.text(settings, "index.number_of_replicas");
        if (replicas.equals("0") && !singleCopy) {
            findings.add(new Finding(
                    Level.ERROR,
                    "replicas",
                    "The lock index has no replica: all locks are lost with the disk of one node.",
                    "PUT /" + alias
                            + "/_settings {\"index.number_of_replicas\": 1}, or say singleCopy() if that is meant."));
        } else {
            findings.add(new Finding(Level.OK, "replicas", replicas, ""));
        }
        for (String pipeline : List.of("index.default_pipeline", "index.final_pipeline")) {
            expect(settings, pipeline, "_none", "_none", "a pipeline changes what the locks write");
        }
        for (String block : List.of("read_only", "read_only_allow_delete", "write", "read")) {
            expect(settings, "index.blocks." + block, "false", "false", "the locks cannot be used");
        }
    }

    private void expect(Map<String, Object> settings, String setting, String wanted, String unset, String otherwise) {
        String found = settings.containsKey(setting) ? Json.text(settings, setting) : unset;
        if (!found.equals(wanted)) {
            findings.add(new Finding(
                    setting.equals("index.number_of_shards") ? Level.WARN : Level.ERROR,
                    setting,
                    setting + " of the lock index is " + found + ": " + otherwise + ".",
                    setting.equals("index.number_of_shards")
                            ? "Make the index with one shard next time."
                            : "PUT /" + alias + "/_settings {\"" + setting + "\": "
                                    + (wanted.equals("false") || wanted.equals("_none") ? "null" : "\"" + wanted + "\"")
                                    + "}"));
        } else if (setting.endsWith("durability")) {
            findings.add(new Finding(Level.OK, "durability", "every write is on disk when it is acknowledged", ""));
        }
    }

    private void mapping() {
        Map<String, Object> answer = index.ask("GET", '/' + alias + "/_mapping", "", deadline);
        Map<String, Object> mapping = answer.keySet().stream()
                .map(name -> Json.object(Json.object(answer, name), "mappings"))
                .findFirst()
                .orElse(Map.of());
        Map<String, Object> wanted = Json.object(IndexDefinition.definition(1), "mappings");
        Map<String, Object> properties = Json.object(mapping, "properties");
        List<String> wrong = new ArrayList<>();
        Json.object(wanted, "properties").forEach((field, definition) -> {
            if (!definition.equals(withDefaults(properties.get(field)))) {
                wrong.add(field);
            }
        });
        Set<String> more = new HashSet<>(properties.keySet());
        more.removeAll(Json.object(wanted, "properties").keySet());
        wrong.addAll(more);
        long version = Json.number(Json.object(mapping, "_meta"), "holdonce");
        if (version < IndexDefinition.VERSION
                || !wrong.isEmpty()
                || !Json.text(mapping, "dynamic").equals("strict")) {
            findings.add(new Finding(
                    Level.ERROR,
                    "mapping",
                    wrong.isEmpty()
                            ? "It is not the lock mapping of version " + IndexDefinition.VERSION + "."
                            : "It is not the lock mapping, but differs in " + String.join(", ", wrong) + ".",
                    "Something else made this index. Delete it while no lock is held. " + Failures.CREATE));
        } else {
            findings.add(new Finding(Level.OK, "mapping", "version " + version + ", strict", ""));
        }
    }

    /** Clusters leave out of an answer that an object is an object. */
    private static Object withDefaults(@org.jspecify.annotations.Nullable Object definition) {
        if (definition instanceof Map<?, ?> map && map.containsKey("enabled") && !map.containsKey("type")) {
            return Map.of("type", "object", "enabled", Boolean.TRUE.equals(map.get("enabled")));
        }
        return definition == null ? "" : definition;
    }

    private void template() {
        try {
            index.ask("GET", "/_index_template/" + alias, "", deadline);
            findings.add(new Finding(Level.OK, "template", "no template of others reaches the lock index", ""));
        } catch (StoreMisconfiguredException e) {
            if (String.valueOf(e.getMessage()).contains("answered 403")) {
                throw e;
            }
            findings.add(new Finding(
                    Level.WARN,
                    "template",
                    "The index template is missing: when the index is made anew, a template for all indices may change it.",
                    Failures.CREATE));
        }
    }

    private void health() {
        Map<String, Object> health = index.ask("GET", "/_cluster/health/" + alias, "", deadline);
        String status = Json.text(health, "status");
        findings.add(
                switch (status) {
                    case "green" -> new Finding(Level.OK, "copies", "all are there", "");
                    case "yellow" ->
                        new Finding(
                                Level.WARN,
                                "copies",
                                "Not all replicas are there; with the disk of one more node the locks may be lost.",
                                "Look at GET /_cluster/allocation/explain. A single node has no place for a replica.");
                    default ->
                        new Finding(
                                Level.ERROR,
                                "copies",
                                "The lock index is " + status + ": its shard is not there.",
                                "Bring the nodes back that have it; do not force an empty or stale copy while locks are held.");
                });
    }

    /** For people only: leases compare no clocks. */
    private void clock() {
        Instant before = Instant.now();
        Instant store = Documents.instant(index.updateOne(Index.CLOCK, deadline).now());
        Instant after = Instant.now();
        Duration offset = store.isBefore(before)
                ? Duration.between(before, store)
                : store.isAfter(after) ? Duration.between(after, store) : Duration.ZERO;
        findings.add(new Finding(
                Level.OK,
                "clock",
                "the store is " + offset.abs().toMillis() + " ms " + (offset.isNegative() ? "behind" : "ahead of")
                        + " this machine; up to 200 ms behind is how clusters keep time",
                ""));
    }
}
