// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import io.holdonce.spi.StoreCheck;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * One database's SQL. The statements of all dialects have the same order and the same parameters, so that two files compare
 * like a table; those without a lock or a clock are the same text and stand here.
 *
 * <p>In the texts <code>${lease}</code>, <code>${sharer}</code> and <code>${schema}</code> are the tables,
 * <code>${row}</code> the columns of {@link LeaseRow}, <code>${now}</code> the engine's clock.
 */
sealed interface Dialect permits PostgresqlDialect, MysqlFamilyDialect, H2Dialect, SqliteDialect {

    /** All dialects, in the order in which they are named to people. */
    static List<Dialect> all() {
        return List.of(
                new PostgresqlDialect(),
                new MysqlDialect(),
                new MariadbDialect(),
                new H2Dialect(),
                new SqliteDialect());
    }

    /** The folder of its DDL, also what people type. */
    String id();

    /** The engine's name and least version, for people. */
    String supported();

    /** The least version, as major and minor and patch. */
    List<Integer> leastVersion();

    /** Whether a driver's product name and version are this database. */
    boolean speaks(String product, String version);

    /** The version that people know, of what a driver tells. */
    default String version(String told) {
        return told;
    }

    /** Microseconds since 1970 by the server's clock, whatever the session's zone, as an SQL expression. */
    String clock();

    /** A statement's text with its placeholders. */
    String text(Op op);

    /** A checked identifier as it is spelt in the catalogue: as given, unless people would miss it there. */
    String folded(String identifier);

    /** A checked identifier for a statement's text. */
    default String quoted(String identifier) {
        return '"' + folded(identifier) + '"';
    }

    /** Whether {@link Op#ACQUIRE} describes the row that was in its way, so that no answer means no row. */
    boolean tellsBlocker();

    /**
     * Whether {@link Op#ACQUIRE}, {@link Op#INSERT_GRANTED} and {@link Op#RENEW} answer the rows they wrote. Where not, the first two
     * tell the token by the number that they hand to the session, and rows are locked by a statement of its own before they are
     * renewed.
     */
    default boolean answersWrites() {
        return true;
    }

    /** Whether the driver can bind a list, and a number where the text has one; else {@link Placed} does it. */
    default boolean numbersParameters() {
        return true;
    }

    /** Whether text is bound as UTF-8 bytes. */
    default boolean takesTextAsBytes() {
        return false;
    }

    /** What an error means. */
    Fault fault(SQLException error);

    /** Binds binary values as one parameter. */
    void bind(PreparedStatement statement, int index, List<byte[]> values) throws SQLException;

    /** Whether the driver may ask the server if the connection is read-only, so that it is looked at only when a write is refused. */
    default boolean asksServerForReadOnly() {
        return false;
    }

    /** Whether any thread may call: the driver keeps its network time-out, and an interrupt within a call does no harm. */
    default boolean bearsAnyThread() {
        return true;
    }

    /** Whether the session contains work that is not committed yet; ends and undoes nothing. */
    default boolean hasUnfinishedWork(Connection connection, String question) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(question)) {
            return row.next() && row.getBoolean(1);
        }
    }

    /** Where only the session can bound the wait for a row: does so, and tells whether it changed the session. */
    default boolean shortenWaits(Connection connection) throws SQLException {
        return false;
    }

    /** Gives back what {@link #shortenWaits} changed. */
    default void restoreWaits(Connection connection) throws SQLException {}

    /** Opens a transaction of the store's own on a connection in autocommit. */
    default void begin(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
    }

    /** Commits it; the connection is in autocommit again. */
    default void commit(Connection connection) throws SQLException {
        connection.commit();
        connection.setAutoCommit(true);
    }

    /** Undoes it; the connection is in autocommit again. */
    default void rollback(Connection connection) throws SQLException {
        connection.rollback();
        connection.setAutoCommit(true);
    }

    /** Ends it when it has locked rows and changed none; the connection is in autocommit again. */
    default void unlock(Connection connection) throws SQLException {
        rollback(connection);
    }

    /** Keeps two creators of the same tables apart, inside the creating transaction. */
    default void lockForCreation(Connection connection) throws SQLException {}

    /** Whether the engine has one writer at a time and lets waiting ones sleep instead of queue. */
    default boolean hasOneWriter() {
        return false;
    }

    /** Looks at what only this engine has. */
    void check(Connection connection, TableNames names, List<StoreCheck.Finding> findings) throws SQLException;

    /** What every dialect says alike: point statements on rows that the transaction has locked. */
    static String standard(Op op) {
        return switch (op) {
            case WRITE_LEASE -> """
                UPDATE ${lease}
                SET token = ?, claim = ?, holder = ?, instance = ?, started = ?, note = ?,
                    acquired_at = ?, renewed_at = ?, expires_at = ?, revoked = ?, shared_until = ?, waited_until = ?,
                    revoked_at = ?, revoked_by = ?, revoked_reason = ?, ousted = ?, touched_at = ?
                WHERE lease_key = ?
                """;
            case INSERT_SHARER -> """
                INSERT INTO ${sharer} (mode, token, holder, instance, started, note,
                    acquired_at, renewed_at, expires_at, revoked, released, lease_key, claim)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """;
            case UPDATE_SHARER -> """
                UPDATE ${sharer}
                SET mode = ?, token = ?, holder = ?, instance = ?, started = ?, note = ?,
                    acquired_at = ?, renewed_at = ?, expires_at = ?, revoked = ?, released = ?
                WHERE lease_key = ? AND claim = ?
                """;
            case DELETE_SHARER -> """
                DELETE FROM ${sharer} WHERE lease_key = ? AND claim = ?
                """;
            case PURGE_SHARERS -> """
                DELETE FROM ${sharer} WHERE lease_key = ?
                """;
            case VERSION -> """
                SELECT max(version) FROM ${schema}
                """;
            default -> throw new IllegalArgumentException(op + " differs from dialect to dialect");
        };
    }
}
