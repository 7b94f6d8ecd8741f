// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import io.holdonce.StoreMisconfiguredException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** The tables behind a session: whether they are there, and how to make them. */
final class Schema {

    /** What this code reads and writes; the scripts with numbers up to it make it. */
    static final int VERSION = 1;

    private static final int CREATORS = 20;

    private static final Pattern STATEMENT_END = Pattern.compile(";\\s*\\n");
    private static final Pattern COLUMN_END = Pattern.compile(", ");

    private final Session session;
    private final Database database;
    private final SchemaPart part;

    Schema(Session session, Database database) {
        this(session, database, SchemaPart.LEASES);
    }

    Schema(Session session, Database database, SchemaPart part) {
        this.session = session;
        this.database = database;
        this.part = part;
    }

    /** The script of all versions, with the names filled in. */
    static String ddl(SchemaPart part, Dialect dialect, TableNames names) {
        if (part == SchemaPart.TRANSACTION_LOCKS && dialect instanceof SqliteDialect) {
            throw TransactionTaking.noSqlite();
        }
        String file = "/holdonce/jdbc/" + dialect.id() + "/" + part.script();
        try (InputStream script = Schema.class.getResourceAsStream(file)) {
            if (script == null) {
                throw new IllegalStateException("The library is incomplete: " + file + " is missing.");
            }
            return names.fill(dialect, new String(script.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Makes what is missing. Of several creators at once each succeeds. */
    void create() throws SQLException {
        for (int attempt = 1; ; attempt++) {
            try {
                if (upToDate()) {
                    return;
                }
                session.inTransaction(() -> {
                    Connection connection = session.connection();
                    database.dialect().lockForCreation(connection);
                    for (String statement : STATEMENT_END
                            .splitAsStream(ddl(part, database.dialect(), database.names()))
                            .toList()) {
                        execute(connection, statement);
                    }
                    return true;
                });
                return;
            } catch (SQLException e) {
                // Two creators meet in the engine's catalogue, and it says so in many ways; the loser finds all done.
                Fault fault = database.dialect().fault(e);
                if (fault == Fault.RIGHTS
                        || fault == Fault.READ_ONLY
                        || fault == Fault.MISSING
                        || attempt == CREATORS) {
                    throw e;
                }
                Deadline.after(java.time.Duration.ofSeconds(1)).pause(attempt);
            }
        }
    }

    private static void execute(Connection connection, String text) throws SQLException {
        String bare = text.lines()
                .filter(line -> !line.startsWith("--"))
                .reduce("", (a, b) -> a + '\n' + b)
                .strip();
        if (!bare.isEmpty()) {
            try (Statement statement = connection.createStatement()) {
                statement.execute(bare);
            }
        }
    }

    /** The version is that of the leases; the other parts have one table each, and no second version yet. */
    private boolean upToDate() throws SQLException {
        return part == SchemaPart.LEASES
                ? exists("schema") && version() >= VERSION
                : problems().isEmpty();
    }

    /** By the catalogue, since asking a table that is not there leaves an error in the server's log. */
    private boolean exists(String suffix) throws SQLException {
        Dialect dialect = database.dialect();
        try (Prepared statement = session.prepare(Op.EXISTS)) {
            statement.setIdentifier(1, dialect.folded(database.names().schema()));
            statement.setIdentifier(2, dialect.folded(database.names().prefix() + suffix));
            try (ResultSet row = statement.executeQuery()) {
                return row.next() && row.getInt(1) != 0;
            }
        }
    }

    private int version() throws SQLException {
        try (Prepared statement = session.prepare(Op.VERSION);
                ResultSet row = statement.executeQuery()) {
            return row.next() ? row.getInt(1) : 0;
        }
    }

    /** Refuses a schema that this code cannot use. */
    void require() throws SQLException {
        int found = version();
        if (found < VERSION) {
            throw new StoreMisconfiguredException(
                    "The lease schema has version " + found + "; this library needs version " + VERSION + ". "
                            + Failures.CREATE,
                    null);
        }
    }

    /** What is wrong with the schema, each as a sentence; empty when nothing is. */
    List<String> problems() throws SQLException {
        List<String> problems = new ArrayList<>();
        if (part == SchemaPart.LEASES) {
            if (missing("schema", "version", problems)) {
                return problems;
            }
            int found = version();
            if (found < VERSION) {
                problems.add("The schema has version " + found + ", needed is " + VERSION + ".");
            }
        }
        for (Map.Entry<String, String> table : part.columns().entrySet()) {
            missing(table.getKey(), table.getValue(), problems);
        }
        return problems;
    }

    private boolean missing(String suffix, String columns, List<String> problems) throws SQLException {
        String table = database.names().table(database.dialect(), suffix);
        if (!exists(suffix)) {
            problems.add("Table " + table + " is missing.");
            return true;
        }
        Set<String> found = new HashSet<>();
        try (Statement statement = session.connection().createStatement();
                ResultSet none = statement.executeQuery("SELECT * FROM " + table + " WHERE 1 = 0")) {
            ResultSetMetaData data = none.getMetaData();
            for (int i = 1; i <= data.getColumnCount(); i++) {
                found.add(data.getColumnName(i).toLowerCase(Locale.ROOT));
            }
        }
        COLUMN_END
                .splitAsStream(columns)
                .filter(column -> !found.contains(column))
                .forEach(column -> problems.add("Table " + table + " has no column " + column + "."));
        return false;
    }
}
