// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import java.util.EnumMap;
import java.util.Map;
import java.util.regex.Pattern;

/** What the tables are called. Checked once; nothing else is ever put into a statement's text. */
record TableNames(String schema, String prefix) {

    static final String DEFAULT_PREFIX = "holdonce_";

    private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,62}");

    /** With the longest suffix a name must stay within PostgreSQL's 63 bytes, or it would be cut in silence. */
    private static final int MAX_PREFIX = 63 - "leases".length();

    static final TableNames DEFAULT = new TableNames("", DEFAULT_PREFIX);

    TableNames {
        if (!schema.isEmpty() && !IDENTIFIER.matcher(schema).matches()) {
            throw new IllegalArgumentException(
                    "'" + schema
                            + "' is not a schema name: use a letter or underscore, then up to 62 letters, digits or underscores.");
        }
        if (!IDENTIFIER.matcher(prefix).matches() || prefix.length() > MAX_PREFIX) {
            throw new IllegalArgumentException("'" + prefix
                    + "' is not a table prefix: use a letter or underscore, then up to " + (MAX_PREFIX - 1)
                    + " letters, digits or underscores.");
        }
    }

    TableNames inSchema(String name) {
        return new TableNames(name, prefix);
    }

    TableNames withPrefix(String text) {
        return new TableNames(schema, text);
    }

    String table(Dialect dialect, String suffix) {
        String name = dialect.quoted(prefix + suffix);
        return schema.isEmpty() ? name : dialect.quoted(schema) + '.' + name;
    }

    /** Puts names, column lists and the clock into a text. */
    String fill(Dialect dialect, String text) {
        return text.replace("${lease}", table(dialect, "lease"))
                .replace("${sharer}", table(dialect, "sharer"))
                .replace("${schema}", table(dialect, "schema"))
                .replace("${txlock}", table(dialect, "txlock"))
                .replace("${fence}", table(dialect, "fence"))
                .replace("${leases}", table(dialect, "leases"))
                .replace("${row}", LeaseRow.COLUMNS)
                .replace("${sharers}", SharerRow.COLUMNS)
                .replace("${now}", dialect.clock());
    }

    Map<Op, String> statements(Dialect dialect) {
        Map<Op, String> statements = new EnumMap<>(Op.class);
        for (Op op : Op.values()) {
            statements.put(op, fill(dialect, dialect.text(op)).strip());
        }
        return statements;
    }
}
