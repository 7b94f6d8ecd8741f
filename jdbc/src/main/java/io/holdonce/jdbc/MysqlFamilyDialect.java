// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;

/** What MySQL and MariaDB have in common beside their statements: clock, error numbers, settings. */
abstract sealed class MysqlFamilyDialect implements Dialect permits MysqlDialect, MariadbDialect {

    /** Seconds that a session may let a statement wait for a row without being corrected. */
    static final long MOST_WAIT = 5;

    /** Versions of MariaDB as its protocol tells them to drivers that do not know better. */
    static boolean isMariadb(String product, String version) {
        return product.equals("MariaDB") || version.toLowerCase(Locale.ROOT).contains("mariadb");
    }

    /**
     * The time at which the statement began, in all of it. {@code UNIX_TIMESTAMP(NOW(6))} would pass through the session's zone and
     * be an hour off in the hour that autumn has twice.
     */
    @Override
    public String clock() {
        return "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))";
    }

    @Override
    public String folded(String identifier) {
        return identifier;
    }

    /** Back-ticks mean the same in every sql_mode. */
    @Override
    public String quoted(String identifier) {
        return '`' + identifier + '`';
    }

    @Override
    public boolean tellsBlocker() {
        return false;
    }

    @Override
    public boolean answersWrites() {
        return false;
    }

    @Override
    public boolean numbersParameters() {
        return false;
    }

    @Override
    public boolean asksServerForReadOnly() {
        return true;
    }

    /** A session may be in another character set than utf8mb4, which would spoil names on their way. */
    @Override
    public boolean takesTextAsBytes() {
        return true;
    }

    @Override
    public void bind(PreparedStatement statement, int index, List<byte[]> values) {
        throw new IllegalStateException("A list takes as many places as it has values");
    }

    @Override
    public Fault fault(SQLException error) {
        return switch (error.getErrorCode()) {
            // Deadlock; "record has changed since last read" above READ COMMITTED. Both undo the transaction.
            case 1213, 1020 -> Fault.RETRY;
            // Waited too long, or told not to wait. Undoes the statement.
            case 1205, 3572 -> Fault.STUCK;
            case 1062 -> Fault.DUPLICATE;
            case 1046, 1049, 1054, 1146 -> Fault.MISSING;
            case 1044, 1142, 1143, 1227 -> Fault.RIGHTS;
            case 1036, 1290, 1792, 1836 -> Fault.READ_ONLY;
            // MySQL's driver refuses by itself on a connection that is set read-only.
            case 0 -> String.valueOf(error.getMessage()).contains("read-only") ? Fault.READ_ONLY : Fault.OTHER;
            default -> Fault.OTHER;
        };
    }

    static boolean fitIsolation(String level) {
        return level.equals("READ-COMMITTED") || level.equals("REPEATABLE-READ");
    }

    static String isolationRemedy() {
        return "SERIALIZABLE costs deadlocks, which are repeated; READ UNCOMMITTED may report a lease as lost that is not. "
                + "Use READ COMMITTED or REPEATABLE READ for this DataSource.";
    }

    static String galeraRemedy() {
        return "Send all lease statements to one node at a time: then an acknowledged lease survives that node. On several nodes at "
                + "once exclusion holds only while their clocks differ by less than the margin, since each uses its own.";
    }

    /** What is asked in the same words. */
    static void checkAlike(Connection connection, TableNames names, Settings settings) throws SQLException {
        settings.expect(
                "innodb_flush_log_at_trx_commit",
                "SELECT @@global.innodb_flush_log_at_trx_commit",
                "1"::equals,
                "A crash may forget grants that were acknowledged. Set innodb_flush_log_at_trx_commit = 1.");
        settings.expect(
                "sync_binlog",
                "SELECT CASE WHEN @@global.log_bin THEN @@global.sync_binlog ELSE 'no binary log' END",
                value -> value.equals("1") || value.equals("no binary log"),
                "A power failure may forget grants that were acknowledged. Set sync_binlog = 1.");
        String found = binaryKeys(connection, names);
        settings.add(
                found.equals("4 in InnoDB"),
                "binary keys",
                found,
                "lease_key and claim must be VARBINARY or BINARY in both tables, and these in InnoDB; otherwise names collide or "
                        + "rows are not locked. Make them by the script that JdbcSchema.ddl prints.");
    }

    private static String binaryKeys(Connection connection, TableNames names) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("""
                SELECT CONCAT(count(*), ' in ', COALESCE(MAX(t.engine), 'no table'))
                FROM information_schema.columns c
                JOIN information_schema.tables t ON t.table_schema = c.table_schema AND t.table_name = c.table_name
                WHERE c.table_schema = COALESCE(NULLIF(?, ''), DATABASE()) AND c.table_name IN (?, ?)
                  AND c.column_name IN ('lease_key', 'claim') AND c.data_type IN ('binary', 'varbinary') AND t.engine = 'InnoDB'
                """)) {
            statement.setString(1, names.schema());
            statement.setString(2, names.prefix() + "lease");
            statement.setString(3, names.prefix() + "sharer");
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? row.getString(1) : "";
            }
        }
    }

    static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
