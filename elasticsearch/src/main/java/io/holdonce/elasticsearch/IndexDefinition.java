// SPDX-License-Identifier: Apache-2.0
package io.holdonce.elasticsearch;

import io.holdonce.HoldonceException;
import io.holdonce.StoreMisconfiguredException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the lock index is made of, and how it is made. */
final class IndexDefinition {

    /** What this code reads and writes. */
    static final int VERSION = 1;

    /** Above what people give their own templates. */
    private static final int PRIORITY = 1_000_000;

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
        return "PUT " + templatePath(names) + '\n' + Json.pretty(template(names, replicas)) + "\n\nPUT " + indexPath(names)
                + '\n' + Json.pretty(creation(names, replicas)) + '\n';
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
        if (hasAlias()) {
            return;
        }
        try {
            index.ask("PUT", indexPath(names), Json.write(creation(names, replicas)), deadline);
        } catch (StoreMisconfiguredException e) {
            if (!String.valueOf(e.getMessage()).contains("resource_already_exists_exception")) {
                throw e;
            }
            // Another process was faster, or somebody took the alias off.
            addAlias();
        }
    }

    private boolean hasAlias() {
        try {
            return !index.ask("GET", "/_alias/" + names.alias(), "", deadline).isEmpty();
        } catch (HoldonceException e) {
            if (e instanceof StoreMisconfiguredException) {
                return false;
            }
            throw e;
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
