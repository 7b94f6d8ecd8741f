// SPDX-License-Identifier: Apache-2.0
/** Leases on PostgreSQL, H2 and SQLite over any {@link javax.sql.DataSource}. */
@org.jspecify.annotations.NullMarked
module io.holdonce.jdbc {
    requires transitive io.holdonce;
    requires transitive java.sql;
    requires transitive static org.jspecify;

    exports io.holdonce.jdbc;
}
