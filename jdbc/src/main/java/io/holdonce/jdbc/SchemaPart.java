// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import java.util.Map;

/** What a user may want of the schema without the rest; each has a script of its own. */
@SuppressWarnings("ImmutableEnumChecker") // Map.of is immutable
enum SchemaPart {
    LEASES("1-create.sql", Map.of("lease", LeaseRow.COLUMNS, "sharer", SharerRow.COLUMNS)),
    TRANSACTION_LOCKS("1-create-txlock.sql", Map.of("txlock", "lock_key, name, token, created_at, taken_at")),
    FENCES("1-create-fence.sql", Map.of("fence", "resource_key, resource, token, checks"));

    private final String script;
    private final Map<String, String> columns;

    SchemaPart(String script, Map<String, String> columns) {
        this.script = script;
        this.columns = columns;
    }

    /** The file of all versions. */
    String script() {
        return script;
    }

    /** The columns that are read and written, by the table's suffix. */
    Map<String, String> columns() {
        return columns;
    }
}
