// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;

/** MySQL: only SELECT has a limit in milliseconds, only the session one for an INSERT, in whole seconds. */
final class TransactionMysqlDialect extends TransactionMysqlFamilyDialect {

    private static final String WAIT = "SELECT /*+ MAX_EXECUTION_TIME(${millis}) */ " + LOCK;
    private static final String AT_ONCE = "SELECT " + LOCK;

    private static final String ISOLATION = "@@transaction_isolation";

    private static final String LIMIT = """
            SET @holdonce_waits = @@innodb_lock_wait_timeout, innodb_lock_wait_timeout = ?
            """;

    private static final String RESTORE = "SET innodb_lock_wait_timeout = @holdonce_waits";

    private final String wait;
    private final String atOnce;
    private final String first;
    private final TransactionSideLook sideLook;

    TransactionMysqlDialect(Database database, DataSource source) {
        super(database);
        wait = fill(WAIT);
        atOnce = fill(AT_ONCE);
        first = fill(FIRST);
        sideLook = new TransactionSideLook(
                source, fill("SELECT lock_key FROM ${txlock} WHERE lock_key = ? FOR UPDATE NOWAIT"));
    }

    @Override
    String lock(boolean exclusive, Patience patience, boolean withoutGaps, int millis) {
        String mode = exclusive ? "FOR UPDATE" : "FOR SHARE";
        return switch (patience) {
            case SKIP -> text(atOnce, mode + " SKIP LOCKED", withoutGaps);
            case REFUSE -> text(atOnce, mode + " NOWAIT", withoutGaps);
            case WAIT -> text(wait, mode, withoutGaps).replace("${millis}", String.valueOf(millis));
        };
    }

    private static String text(String text, String mode, boolean withoutGaps) {
        return text.replace("${mode}", mode)
                .replace("${only}", withoutGaps ? WITHOUT_GAPS : "")
                .replace("${isolation}", ISOLATION);
    }

    @Override
    String isolation() {
        return ISOLATION;
    }

    @Override
    double seconds(TransactionAttempt attempt) {
        return attempt.waits() ? wholeSeconds(attempt) : 0;
    }

    private static int wholeSeconds(TransactionAttempt attempt) {
        return Math.max(1, attempt.leftMillis() / 1_000 + (attempt.leftMillis() % 1_000 > 0 ? 1 : 0));
    }

    @Override
    void first(TransactionAttempt attempt) throws SQLException {
        Connection connection = attempt.connection();
        if (!attempt.waits()) {
            sideLook.requireFree(attempt);
        }
        try (PreparedStatement limit = connection.prepareStatement(fill(LIMIT))) {
            limit.setInt(1, attempt.waits() ? wholeSeconds(attempt) : 1);
            limit.execute();
        }
        try {
            insert(attempt, first);
        } finally {
            execute(connection, RESTORE);
        }
    }
}
