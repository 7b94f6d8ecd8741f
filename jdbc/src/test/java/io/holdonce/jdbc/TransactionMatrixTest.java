// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdonce.LockName;
import io.holdonce.Locks;
import io.holdonce.TransactionConflictException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * What a transaction gets that waits for a holder who counts: each cell of the matrix in docs/concepts/transaction-locks.md, which is what
 * is expected here.
 */
class TransactionMatrixTest {

    private static final Path PAGE = Path.of("../docs/concepts/transaction-locks.md");
    private static final LockName NAME = LockName.of("matrix");

    private static final Map<String, Integer> ISOLATIONS = new LinkedHashMap<>(Map.of(
            "READ COMMITTED", Connection.TRANSACTION_READ_COMMITTED,
            "REPEATABLE READ", Connection.TRANSACTION_REPEATABLE_READ,
            "SERIALIZABLE", Connection.TRANSACTION_SERIALIZABLE));

    @ParameterizedTest
    @EveryDatabase(except = TestDatabase.SQLITE)
    void everyCellIsAsPublished(TestDatabase database) throws Exception {
        List<String> expected = rows(title(database));
        assertThat(expected).hasSize(6);
        List<String> found = new ArrayList<>();
        for (String row : expected) {
            String[] cells = row.split("\\|");
            String isolation = cells[2].strip();
            String name = cells[3].strip();
            found.add("| %s | %s | %s | %s | %s | %s |"
                    .formatted(
                            title(database),
                            isolation,
                            name,
                            outcome(database, ISOLATIONS.get(isolation), name.equals("new"), false),
                            outcome(database, ISOLATIONS.get(isolation), name.equals("new"), true),
                            afterwards(database, ISOLATIONS.get(isolation), name.equals("new"))));
        }
        assertThat(found).isEqualTo(expected);
    }

    private static String title(TestDatabase database) {
        return switch (database) {
            case POSTGRESQL -> "PostgreSQL";
            case MYSQL -> "MySQL";
            case MARIADB -> "MariaDB";
            default -> "H2";
        };
    }

    private static List<String> rows(String title) throws IOException {
        return Files.readAllLines(PAGE).stream()
                .filter(line -> line.startsWith("| " + title + " | ")
                        && ISOLATIONS.keySet().stream().anyMatch(level -> line.contains("| " + level + " |")))
                .toList();
    }

    private static String outcome(TestDatabase database, int isolation, boolean newName, boolean readBefore)
            throws Exception {
        TransactionHarness harness = new TransactionHarness(database);
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try (Connection holder = harness.connect(isolation);
                Connection caller = harness.connect(isolation)) {
            if (!newName) {
                harness.acquire(holder, Locks.exclusive(NAME));
                holder.commit();
            }
            harness.acquire(holder, Locks.exclusive(NAME));
            if (readBefore) {
                harness.count(caller);
            }
            Future<String> outcome = thread.submit(() -> counted(harness, caller));
            try {
                outcome.get(200, TimeUnit.MILLISECONDS);
                throw new AssertionError("did not wait");
            } catch (TimeoutException e) {
                // It waits for the holder.
            } catch (ExecutionException e) {
                throw new AssertionError(e.getCause());
            }
            harness.setCount(holder, 1);
            holder.commit();
            return outcome.get(30, TimeUnit.SECONDS);
        } finally {
            thread.shutdownNow();
            harness.close();
        }
    }

    /** The caller reads, then a holder comes and goes, then the caller locks. */
    private static String afterwards(TestDatabase database, int isolation, boolean newName) throws Exception {
        TransactionHarness harness = new TransactionHarness(database);
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try (Connection holder = harness.connect(isolation);
                Connection caller = harness.connect(isolation)) {
            if (!newName) {
                harness.acquire(holder, Locks.exclusive(NAME));
                holder.commit();
            }
            harness.count(caller);
            harness.acquire(holder, Locks.exclusive(NAME));
            Future<Boolean> counting = thread.submit(() -> {
                harness.setCount(holder, 1);
                return true;
            });
            try {
                counting.get(500, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                caller.rollback();
                counting.get(30, TimeUnit.SECONDS);
                holder.commit();
                return "keeps the holder waiting";
            }
            holder.commit();
            return counted(harness, caller);
        } finally {
            thread.shutdownNow();
            harness.close();
        }
    }

    private static String counted(TransactionHarness harness, Connection caller) throws SQLException {
        try {
            harness.acquire(caller, Locks.exclusive(NAME).waitTime(Duration.ofSeconds(20)));
        } catch (TransactionConflictException e) {
            caller.rollback();
            return "refused";
        }
        long seen = harness.count(caller);
        try {
            harness.setCount(caller, seen + 1);
            caller.commit();
            return seen == 1 ? "right" : "stale, and written";
        } catch (SQLException e) {
            caller.rollback();
            return seen == 1 ? "write refused" : "stale, its write refused";
        }
    }
}
