// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.holdonce.LockName;
import io.holdonce.LockRequest;
import io.holdonce.testkit.TransactionLocksHarness;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The contract's view of locks in transactions on one engine. */
class TransactionHarness implements TransactionLocksHarness {

    private final TestDatabase database;
    final String url;
    private final Map<Integer, HikariDataSource> pools = new ConcurrentHashMap<>();
    private final TransactionLocks locks;

    TransactionHarness(TestDatabase database) {
        this.database = database;
        this.url = database.freshUrlOfTransactions();
        this.locks = TransactionLocks.of(TestDatabase.plain(url));
        JdbcSchema.of(TestDatabase.plain(url)).transactionLocks().create();
        Shift.execute(
                TestDatabase.plain(url),
                "CREATE TABLE kit_count (id INTEGER PRIMARY KEY, n BIGINT NOT NULL)",
                "INSERT INTO kit_count VALUES (1, 0)",
                "CREATE TABLE kit_note (id BIGINT " + identity(database) + " PRIMARY KEY, text VARCHAR(500) NOT NULL)");
    }

    private static String identity(TestDatabase database) {
        return switch (database) {
            case MYSQL, MARIADB -> "AUTO_INCREMENT";
            default -> "GENERATED ALWAYS AS IDENTITY";
        };
    }

    @Override
    public String engine() {
        return database.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    @Override
    public List<Integer> isolations() {
        return List.of(
                Connection.TRANSACTION_READ_COMMITTED,
                Connection.TRANSACTION_REPEATABLE_READ,
                Connection.TRANSACTION_SERIALIZABLE);
    }

    @Override
    public Connection connect(int isolation) throws SQLException {
        Connection connection = DriverManager.getConnection(url);
        connection.setAutoCommit(false);
        connection.setTransactionIsolation(isolation);
        return connection;
    }

    @Override
    public Taken acquire(Connection connection, LockRequest request) {
        return taken(locks.acquire(connection, request));
    }

    @Override
    public Optional<Taken> tryAcquire(Connection connection, LockRequest request) {
        return locks.tryAcquire(connection, request).map(TransactionHarness::taken);
    }

    static Taken taken(TransactionLock lock) {
        LockName first = lock.names().get(0);
        long token = lock.names().stream().anyMatch(name -> lock.mode(name) == io.holdonce.LockMode.EXCLUSIVE)
                ? lock.fencingToken()
                : 0;
        return new Taken(token, lock.createdAt(first), lock.lastTakenAt(first));
    }

    @Override
    public void call(int isolation, LockRequest request, Work work) throws SQLException {
        TransactionLocks.of(pool(isolation)).call(request, (connection, lock) -> {
            work.in(connection);
            return true;
        });
    }

    HikariDataSource pool(int isolation) {
        return pools.computeIfAbsent(isolation, level -> {
            HikariConfig config = new HikariConfig();
            config.setJdbcUrl(url);
            config.setMaximumPoolSize(8);
            config.setMinimumIdle(0);
            config.setTransactionIsolation(String.valueOf(level));
            return new HikariDataSource(config);
        });
    }

    @Override
    public void note(Connection connection, String text) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("INSERT INTO kit_note (text) VALUES (?)")) {
            statement.setString(1, text);
            statement.executeUpdate();
        }
    }

    @Override
    public List<String> notes() throws SQLException {
        List<String> notes = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT text FROM kit_note")) {
            while (row.next()) {
                notes.add(row.getString(1));
            }
        }
        return notes;
    }

    @Override
    public long count(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT n FROM kit_count WHERE id = 1")) {
            row.next();
            return row.getLong(1);
        }
    }

    @Override
    public void setCount(Connection connection, long value) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("UPDATE kit_count SET n = ? WHERE id = 1")) {
            statement.setLong(1, value);
            statement.executeUpdate();
        }
    }

    @Override
    public String settings(Connection connection) throws SQLException {
        String query =
                switch (database) {
                    case POSTGRESQL ->
                        "SELECT current_setting('lock_timeout'), current_setting('statement_timeout'), "
                                + "current_setting('transaction_isolation')";
                    case MYSQL ->
                        "SELECT @@innodb_lock_wait_timeout, @@max_execution_time, @@transaction_isolation, @@autocommit";
                    case MARIADB ->
                        "SELECT @@innodb_lock_wait_timeout, @@max_statement_time, @@tx_isolation, @@autocommit";
                    default ->
                        "SELECT LOCK_TIMEOUT(), isolation_level, '' FROM information_schema.sessions "
                                + "WHERE session_id = session_id()";
                };
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return connection.getAutoCommit() + " " + row.getString(1) + ' ' + row.getString(2) + ' '
                    + row.getString(3);
        }
    }

    /** The socket is gone without a good-bye; H2 ends the session itself. */
    @Override
    public void kill(Connection connection) throws SQLException {
        if (database != TestDatabase.H2 && database != TestDatabase.H2_SERVER) {
            connection.abort(Runnable::run);
            return;
        }
        try (Statement mine = connection.createStatement();
                ResultSet id = mine.executeQuery("SELECT SESSION_ID()");
                Connection other = DriverManager.getConnection(url);
                PreparedStatement abort = other.prepareStatement("SELECT ABORT_SESSION(?)")) {
            id.next();
            abort.setInt(1, id.getInt(1));
            abort.executeQuery().close();
        }
    }

    @Override
    public void close() {
        pools.values().forEach(HikariDataSource::close);
    }
}
