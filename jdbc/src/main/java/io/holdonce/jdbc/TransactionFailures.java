// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import io.holdonce.HoldonceException;
import io.holdonce.StoreMisconfiguredException;
import io.holdonce.StoreUnavailableException;
import io.holdonce.TransactionConflictException;
import java.sql.SQLException;

/** Says what a driver's exception means to the caller's transaction. */
final class TransactionFailures {

    private static final String AGAIN =
            " Nothing was acquired. Roll the transaction back and run it again; above READ COMMITTED, take the "
                    + "lock before anything is read.";

    private TransactionFailures() {}

    static HoldonceException of(String names, SQLException error, TransactionDialect dialect) {
        if (dialect.conflict(error)) {
            return new TransactionConflictException(
                    names + " cannot protect this transaction: " + Failures.text(error) + '.' + AGAIN, error);
        }
        return of(names + " in the transaction", error, dialect.database, "holdonce_txlock", "transactionLocks()");
    }

    static HoldonceException of(String what, SQLException error, Database database, String table, String part) {
        String text = Failures.text(error);
        return switch (database.dialect().fault(error)) {
            case MISSING ->
                new StoreMisconfiguredException(
                        "The table " + table + " is missing: " + text
                                + ". Create it with JdbcSchema.of(dataSource)." + part
                                + ".create(), or by the script that its ddl() prints. Roll the transaction back.",
                        error);
            case RIGHTS ->
                new StoreMisconfiguredException(
                        "The database user lacks rights on " + table + ": " + text
                                + ". Grant SELECT, INSERT and UPDATE on it. Roll the transaction back.",
                        error);
            case READ_ONLY ->
                new StoreMisconfiguredException(
                        "The transaction or the database is read-only: " + text
                                + ". Locking writes; begin a transaction that may.",
                        error);
            default ->
                new StoreUnavailableException(
                        what + ": the database did not clearly answer: " + text
                                + ". Roll the transaction back; with it everything is as before.",
                        true,
                        error);
        };
    }
}
