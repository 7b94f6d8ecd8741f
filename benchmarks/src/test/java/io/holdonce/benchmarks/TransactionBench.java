// SPDX-License-Identifier: Apache-2.0
package io.holdonce.benchmarks;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.holdonce.LockName;
import io.holdonce.jdbc.JdbcSchema;
import io.holdonce.jdbc.TransactionLocks;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Locks in the caller's transaction against a plain {@code SELECT … FOR UPDATE} of a row that is there already: transactions that lock one name
 * and commit. The plain one writes nothing, has no limit, no token and no times, and must find its row.
 */
final class TransactionBench {

    private static final int THREADS = 8;
    private static final int COUNTED = 500;
    private static final Duration WAIT = Duration.ofSeconds(30);

    private enum Kind {
        HOLDONCE,
        HOLDONCE_TRY,
        SELECT_FOR_UPDATE
    }

    private final HikariDataSource pool;
    private final TransactionLocks locks;

    private TransactionBench(HikariDataSource pool) {
        this.pool = pool;
        this.locks = TransactionLocks.of(pool);
    }

    /** Prints a line for each engine, load and contender; arguments: seconds a sample, rounds, engines. */
    static void run(List<String> arguments) throws Exception {
        Duration sample = Duration.ofSeconds(arguments.isEmpty() ? 3 : Long.parseLong(arguments.get(0)));
        int rounds = arguments.size() < 2 ? 3 : Integer.parseInt(arguments.get(1));
        LocalServers servers = new LocalServers();
        System.out.println(
                "engine,load,contender,round,transactions per second,statements a transaction by the server");
        for (EngineKind engine : EngineKind.values()) {
            if (arguments.size() > 2 && !arguments.contains(engine.id())
                    || !servers.missing(engine).isEmpty()) {
                continue;
            }
            try (Server server = servers.start(engine);
                    HikariDataSource pool = pool(server.url())) {
                new TransactionBench(pool).run(server, sample, rounds);
            }
        }
    }

    private static HikariDataSource pool(String url) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(THREADS);
        return new HikariDataSource(config);
    }

    private void run(Server server, Duration sample, int rounds) throws Exception {
        JdbcSchema.of(pool).transactionLocks().create();
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE plain_lock (name VARCHAR(100) PRIMARY KEY, n BIGINT)");
            for (int i = 0; i < THREADS; i++) {
                statement.execute("INSERT INTO plain_lock VALUES ('n" + i + "', 0)");
            }
        }
        for (Kind kind : Kind.values()) {
            load(kind, THREADS, true, Duration.ofSeconds(2));
            load(kind, 1, true, Duration.ofSeconds(1));
        }
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < Kind.values().length; i++) {
                Kind kind = Kind.values()[(i + round) % Kind.values().length];
                print(server, "one thread", kind, round, load(kind, 1, true, sample), statements(server, kind));
                print(server, "eight threads, a name each", kind, round, load(kind, THREADS, true, sample), 0);
                if (kind != Kind.HOLDONCE_TRY) {
                    print(server, "eight threads, one name", kind, round, load(kind, THREADS, false, sample), 0);
                }
            }
        }
    }

    private static void print(Server server, String load, Kind kind, int round, double rate, double statements) {
        System.out.println(String.format(
                Locale.ROOT,
                "%s,%s,%s,%d,%.0f,%s",
                server.kind().id(),
                load,
                kind,
                round + 1,
                rate,
                statements == 0 ? "" : String.format(Locale.ROOT, "%.2f", statements)));
    }

    private double statements(Server server, Kind kind) throws Exception {
        try (ServerCounts counts = new ServerCounts(server.kind(), server.url())) {
            long before = counts.statements();
            for (int i = 0; i < COUNTED; i++) {
                transaction(kind, 0);
            }
            return (counts.statements() - before) / (double) COUNTED;
        }
    }

    private double load(Kind kind, int threads, boolean ownNames, Duration time) throws Exception {
        long end = System.nanoTime() + time.toNanos();
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        List<Callable<Double>> workers = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            int number = ownNames ? i : 0;
            workers.add(() -> {
                long start = System.nanoTime();
                int done = 0;
                do {
                    transaction(kind, number);
                    done++;
                } while (System.nanoTime() - end < 0);
                return done * 1e9 / (System.nanoTime() - start);
            });
        }
        double rate = 0;
        for (Future<Double> worker : executor.invokeAll(workers)) {
            rate += worker.get();
        }
        executor.shutdown();
        return rate;
    }

    private void transaction(Kind kind, int number) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            LockName name = LockName.of("n" + number);
            switch (kind) {
                case HOLDONCE -> locks.acquire(connection, name, WAIT);
                case HOLDONCE_TRY -> {
                    if (locks.tryAcquire(connection, name).isEmpty()) {
                        throw new IllegalStateException("A free name was refused");
                    }
                }
                case SELECT_FOR_UPDATE -> {
                    try (PreparedStatement statement =
                            connection.prepareStatement("SELECT n FROM plain_lock WHERE name = ? FOR UPDATE")) {
                        statement.setString(1, "n" + number);
                        statement.executeQuery().close();
                    }
                }
            }
            connection.commit();
        }
    }
}
