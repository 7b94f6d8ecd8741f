// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import io.holdonce.StoreMisconfiguredException;
import io.holdonce.StoreUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import javax.sql.DataSource;

/**
 * The tables and the view that {@link JdbcStore} needs: printed, made, or compared with what is there.
 *
 * <p>The scripts are {@code holdonce/jdbc/<database>/1-create.sql} in this library; copy what {@link #ddl()} prints into your
 * next migration, or call {@link #create()}. {@link TransactionLocks} and {@link FencingGuard} have a table each, with a script of its
 * own beside that one, so that nobody gets tables that are not used: {@link #transactionLocks()}, {@link #fences()}.
 *
 * <p><b>Threads:</b> immutable.
 */
public final class JdbcSchema {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final DataSource source;
    private final TableNames names;
    private final SchemaPart part;

    private JdbcSchema(DataSource source, TableNames names, SchemaPart part) {
        this.source = source;
        this.names = names;
        this.part = part;
    }

    /**
     * The schema of a data source, with the default names.
     *
     * @param dataSource the database
     * @return its schema, not looked at yet
     */
    public static JdbcSchema of(DataSource dataSource) {
        return new JdbcSchema(dataSource, TableNames.DEFAULT, SchemaPart.LEASES);
    }

    /**
     * The script for a kind of database, with the default names.
     *
     * @param database {@code postgresql}, {@code mysql}, {@code mariadb}, {@code h2} or {@code sqlite}
     * @return its SQL
     * @throws IllegalArgumentException if there is no such kind; the message names those there are
     */
    public static String ddl(String database) {
        return ddl(SchemaPart.LEASES, database);
    }

    /**
     * The same for {@link TransactionLocks}: the script of {@link #transactionLocks()}.
     *
     * @param database {@code postgresql}, {@code mysql}, {@code mariadb} or {@code h2}
     * @return its SQL
     * @throws IllegalArgumentException if there is no such kind; the message names those there are
     * @throws StoreMisconfiguredException for {@code sqlite}, which has no row locks
     */
    public static String transactionLocksDdl(String database) {
        return ddl(SchemaPart.TRANSACTION_LOCKS, database);
    }

    /**
     * The same for {@link FencingGuard}: the script of {@link #fences()}.
     *
     * @param database {@code postgresql}, {@code mysql}, {@code mariadb}, {@code h2} or {@code sqlite}
     * @return its SQL
     * @throws IllegalArgumentException if there is no such kind; the message names those there are
     */
    public static String fencesDdl(String database) {
        return ddl(SchemaPart.FENCES, database);
    }

    private static String ddl(SchemaPart part, String database) {
        return Dialect.all().stream()
                .filter(dialect -> dialect.id().equals(database))
                .map(dialect -> Schema.ddl(part, dialect, TableNames.DEFAULT))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("There is no script for '" + database + "', only for "
                        + Dialect.all().stream().map(Dialect::id).collect(Collectors.joining(", ")) + '.'));
    }

    /**
     * The same in another schema of the database.
     *
     * @param schema a letter or underscore, then up to 62 letters, digits or underscores; it must exist
     * @return a new one
     * @throws IllegalArgumentException if it is no such identifier
     */
    public JdbcSchema schema(String schema) {
        return new JdbcSchema(source, names.inSchema(schema), part);
    }

    /**
     * The same with other table names.
     *
     * @param prefix what the tables' names begin with instead of {@code holdonce_}; characters as for {@link #schema}, up to 57
     * @return a new one
     * @throws IllegalArgumentException if it is no such identifier
     */
    public JdbcSchema tablePrefix(String prefix) {
        return new JdbcSchema(source, names.withPrefix(prefix), part);
    }

    /**
     * The same for {@link TransactionLocks} instead: the table {@code holdonce_txlock} and nothing else.
     *
     * @return a new one
     */
    public JdbcSchema transactionLocks() {
        return new JdbcSchema(source, names, SchemaPart.TRANSACTION_LOCKS);
    }

    /**
     * The same for {@link FencingGuard} instead: the table {@code holdonce_fence} and nothing else.
     *
     * @return a new one
     */
    public JdbcSchema fences() {
        return new JdbcSchema(source, names, SchemaPart.FENCES);
    }

    /**
     * The script for this database and these names.
     *
     * @return its SQL, which may be run again
     * @throws StoreUnavailableException if there was no connection to find out which database it is
     * @throws StoreMisconfiguredException if leases cannot be kept in it
     */
    public String ddl() {
        return call(
                "Looking at the database",
                (session, database) -> Schema.ddl(part, database.dialect(), database.names()));
    }

    /**
     * Makes what is missing; harmless when nothing is. Any number of processes may do so at once.
     *
     * @throws StoreUnavailableException if the database did not answer; some of it may have been made, and may be made again
     * @throws StoreMisconfiguredException if the user may not, or leases cannot be kept in this database
     */
    public void create() {
        call("Creating the lease schema", (session, database) -> {
            new Schema(session, database, part).create();
            return true;
        });
    }

    /**
     * Compares what is there with what is needed.
     *
     * @return a sentence for each thing that is missing or too old; empty when all is well
     * @throws StoreUnavailableException if the database did not answer
     * @throws StoreMisconfiguredException if leases cannot be kept in this database
     */
    public List<String> problems() {
        return call(
                "Looking at the lease schema", (session, database) -> new Schema(session, database, part).problems());
    }

    private interface Look<T> {
        T at(Session session, Database database) throws java.sql.SQLException;
    }

    private <T> T call(String what, Look<T> look) {
        try (Calls calls = new Calls(source, names, false)) {
            return calls.callUnchecked(what, TIMEOUT, (session, deadline) -> look.at(session, session.database()));
        }
    }
}
