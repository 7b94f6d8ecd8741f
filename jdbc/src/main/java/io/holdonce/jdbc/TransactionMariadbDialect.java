// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import java.sql.SQLException;

/** MariaDB: every statement can have a limit of its own. */
final class TransactionMariadbDialect extends TransactionMysqlFamilyDialect {

    /* The engine's own limit, 50 s if nobody set it, would end a longer wait before its time. */
    private static final String LIMITS =
            "SET STATEMENT max_statement_time = ${seconds}, innodb_lock_wait_timeout = ${whole} FOR ";

    private static final String WAIT = LIMITS + "SELECT " + LOCK;
    private static final String AT_ONCE = "SELECT " + LOCK;

    private static final String ISOLATION = "@@tx_isolation";

    private static final String FIRST_WAITING = LIMITS + FIRST;
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
                    case WAIT -> limited(wait, millis).replace("${mode}", mode);
                };
        return text.replace("${only}", withoutGaps ? WITHOUT_GAPS : "").replace("${isolation}", ISOLATION);
    }

    /** Numbers only, so nothing of the caller's gets into the text. */
    private static String limited(String text, int millis) {
        return text.replace("${seconds}", decimal(millis)).replace("${whole}", String.valueOf(millis / 1_000 + 2));
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
        insert(attempt, attempt.waits() ? limited(firstWaiting, attempt.leftMillis()) : firstAtOnce);
    }
}
