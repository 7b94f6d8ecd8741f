// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import io.holdonce.spi.StoreCheck;
import io.holdonce.spi.StoreCheck.Level;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.function.Predicate;

/** Looks at a server's settings and notes what it finds. */
final class Settings {

    private final Connection connection;
    private final List<StoreCheck.Finding> findings;

    Settings(Connection connection, List<StoreCheck.Finding> findings) {
        this.connection = connection;
        this.findings = findings;
    }

    /** A setting that weakens a promise when it is not as it should be. */
    void expect(String subject, String query, Predicate<String> good, String remedy) throws SQLException {
        look(subject, query, good, Level.WARN, remedy);
    }

    /** A setting without which leases cannot be kept. */
    void require(String subject, String query, Predicate<String> good, String remedy) throws SQLException {
        look(subject, query, good, Level.ERROR, remedy);
    }

    private void look(String subject, String query, Predicate<String> good, Level bad, String remedy)
            throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            String value = row.next() ? String.valueOf(row.getString(1)) : "";
            boolean well = good.test(value);
            findings.add(new StoreCheck.Finding(well ? Level.OK : bad, subject, value, well ? "" : remedy));
        }
    }

    /** Something that was found out otherwise. */
    void add(boolean well, String subject, String detail, String remedy) {
        findings.add(new StoreCheck.Finding(well ? Level.OK : Level.WARN, subject, detail, well ? "" : remedy));
    }
}
