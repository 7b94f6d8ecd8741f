// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import java.sql.SQLException;

/** MariaDB: every statement can have a limit of its own. */
final class TransactionMariadbDialect extends TransactionMysqlFamilyDialect {

    private static final String WAIT = "SET STATEMENT max_statement_time = ${seconds} FOR SELECT " + LOCK;
    private static final String AT_ONCE = "SELECT " + LOCK;

    private static final String ISOLATION = "@@tx_isolation";

    private static final String FIRST_WAITING = "SET STATEMENT max_statement_time = ${seconds} FOR " + FIRST;
    private static final String FIRST_AT_ONCE = "SET STATEMENT innodb_lock_wait_timeout = 0 FOR " + FIRST;

    private final String wait;
    private final String atOnce;
    private final String firstWaiting;
    private final String firstAtOnce;

    TransactionMariadbDialect(Database database) {
        super(database);
        wait = fill(WAIT);
        atOnce = fill(AT_ONCE);
        firstWaiting = fill(FIRST_WAITING);
        firstAtOnce = fill(FIRST_AT_ONCE);
    }

    @Override
    String lock(boolean exclusive, Patience patience, boolean withoutGaps, int millis) {
        String mode = exclusive ? "FOR UPDATE" : "LOCK IN SHARE MODE";
        String text =
                switch (patience) {
                    case SKIP -> atOnce.replace("${mode}", mode + " SKIP LOCKED");
                    case REFUSE -> atOnce.replace("${mode}", mode + " NOWAIT");
                    case WAIT -> wait.replace("${mode}", mode).replace("${seconds}", decimal(millis));
                };
        return text.replace("${only}", withoutGaps ? WITHOUT_GAPS : "").replace("${isolation}", ISOLATION);
    }

    private static String decimal(int millis) {
        return millis / 1_000 + "." + String.valueOf(1_000 + millis % 1_000).substring(1);
    }

    @Override
    String isolation() {
        return ISOLATION;
    }

    @Override
    double seconds(TransactionAttempt attempt) {
        return attempt.waits() ? attempt.leftMillis() / 1_000.0 : 0;
    }

    @Override
    void first(TransactionAttempt attempt) throws SQLException {
        insert(
                attempt,
                attempt.waits() ? firstWaiting.replace("${seconds}", decimal(attempt.leftMillis())) : firstAtOnce);
    }
}
