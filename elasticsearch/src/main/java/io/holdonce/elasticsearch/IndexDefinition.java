// SPDX-License-Identifier: Apache-2.0
package io.holdonce.elasticsearch;

import io.holdonce.StoreMisconfiguredException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** What the lock index is made of, and how it is made. */
final class IndexDefinition {

    /** What this code reads and writes. */
    static final int VERSION = 1;

    /** Above what people give their own templates. */
    private static final int PRIORITY = 1_000_000;

    /** Longer than the 200 ms for which a node's clock may show the same time. */
    private static final Duration CLOCK_STANDS_STILL = Duration.ofMillis(300);

    private final Index index;
    private final Names names;
    private final Deadline deadline;

    IndexDefinition(Index index, Names names, Deadline deadline) {
        this.index = index;
        this.names = names;
        this.deadline = deadline;
    }

    static Map<String, Object> definition(int replicas) {
        return Json.read(Script.read("index.json").replace("${replicas}", Integer.toString(replicas)));
    }

    static String requests(Names names, int replicas) {
        return "PUT " + templatePath(names) + '\n' + Json.pretty(template(names, replicas)) + "\n\nPUT "
                + indexPath(names) + '\n' + Json.pretty(creation(names, replicas)) + '\n';
    }

    private static String templatePath(Names names) {
        return "/_index_template/" + names.alias();
    }

    private static String indexPath(Names names) {
        return '/' + names.index();
    }

    private static Map<String, Object> template(Names names, int replicas) {
        Map<String, Object> template = new LinkedHashMap<>();
        template.put("index_patterns", List.of(names.pattern()));
        template.put("priority", PRIORITY);
        template.put("template", definition(replicas));
        return template;
    }

    private static Map<String, Object> creation(Names names, int replicas) {
        Map<String, Object> creation = new LinkedHashMap<>(definition(replicas));
        creation.put("aliases", Map.of(names.alias(), Map.of("is_write_index", true)));
        return creation;
    }

    void create(int replicas) {
        index.ask("PUT", templatePath(names), Json.write(template(names, replicas)), deadline);
        if (isThere("/_alias/" + names.alias())) {
            return;
        }
        if (isThere('/' + names.alias() + "/_settings")) {
            throw new StoreMisconfiguredException(
                    "'" + names.alias() + "' is an index, not an alias. Delete that index, if nothing else uses it.",
                    null);
        }
        try {
            index.ask("PUT", indexPath(names), Json.write(definition(replicas)), deadline);
        } catch (StoreMisconfiguredException e) {
            // Another process was faster, or somebody took the alias off.
            if (!String.valueOf(e.getMessage()).contains("resource_already_exists_exception")) {
                throw e;
            }
        }
        // Nobody gets a token before the alias is there. By then the clock is ahead of all that an index had given out
        // which was
        // deleted a moment ago.
        LockSupport.parkNanos(CLOCK_STANDS_STILL.toNanos());
        addAlias();
    }

    private boolean isThere(String path) {
        try {
            return !index.ask("GET", path, "", deadline).isEmpty();
        } catch (StoreMisconfiguredException e) {
            if (String.valueOf(e.getMessage()).contains("403")) {
                throw e;
            }
            return false;
        }
    }

    private void addAlias() {
        Map<String, Object> alias = new LinkedHashMap<>();
        alias.put("index", names.index());
        alias.put("alias", names.alias());
        alias.put("is_write_index", true);
        index.ask("POST", "/_aliases", Json.write(Map.of("actions", List.of(Map.of("add", alias)))), deadline);
    }
}
