// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import io.holdonce.jdbc.JdbcSchema;
import java.util.Locale;

/** Which tables of a database are meant; each is wanted by some programs only. */
enum SchemaTables {
    LEASES,
    TRANSACTION_LOCKS,
    FENCES;

    /** The script for a kind of database. */
    String ddl(String dialect) {
        return switch (this) {
            case LEASES -> JdbcSchema.ddl(dialect);
            case TRANSACTION_LOCKS -> JdbcSchema.transactionLocksDdl(dialect);
            case FENCES -> JdbcSchema.fencesDdl(dialect);
        };
    }

    /** The same of a database that is there. */
    JdbcSchema of(JdbcSchema schema) {
        return switch (this) {
            case LEASES -> schema;
            case TRANSACTION_LOCKS -> schema.transactionLocks();
            case FENCES -> schema.fences();
        };
    }

    /** The word that people write. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
