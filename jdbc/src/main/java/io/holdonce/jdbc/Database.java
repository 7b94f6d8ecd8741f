// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import io.holdonce.StoreMisconfiguredException;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The database behind a data source: its dialect with the tables' names filled in. */
record Database(Dialect dialect, TableNames names, Map<Op, String> statements, Map<Op, Placed> placed, String product) {

    private static final Pattern NUMBER = Pattern.compile("\\d+");

    /** Asks the driver, not the server. */
    static Database of(Connection connection, TableNames names) throws SQLException {
        DatabaseMetaData data = connection.getMetaData();
        String product = data.getDatabaseProductName();
        String told = data.getDatabaseProductVersion();
        for (Dialect dialect : Dialect.all()) {
            if (dialect.speaks(product, told)) {
                String version = dialect.version(told);
                requireVersion(dialect, version);
                Map<Op, String> statements = names.statements(dialect);
                return new Database(dialect, names, statements, placed(dialect, statements), product + ' ' + version);
            }
        }
        throw new StoreMisconfiguredException(
                "Leases cannot be kept in the database '" + product + "'; supported are "
                        + Dialect.all().stream().map(Dialect::supported).collect(Collectors.joining(", "))
                        + " and newer.",
                null);
    }

    private static Map<Op, Placed> placed(Dialect dialect, Map<Op, String> statements) {
        Map<Op, Placed> placed = new EnumMap<>(Op.class);
        if (!dialect.numbersParameters()) {
            statements.forEach((op, text) -> placed.put(op, new Placed(text)));
        }
        return placed;
    }

    private static void requireVersion(Dialect dialect, String version) {
        List<Integer> least = dialect.leastVersion();
        Matcher number = NUMBER.matcher(version);
        for (int part : least) {
            int found = number.find() ? Integer.parseInt(number.group()) : 0;
            if (found > part) {
                return;
            }
            if (found < part) {
                throw new StoreMisconfiguredException(
                        "This database has version " + version + "; leases need " + dialect.supported() + " or newer.",
                        null);
            }
        }
    }

    String statement(Op op) {
        return Objects.requireNonNull(statements.get(op));
    }
}
