// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import io.holdonce.LockMode;
import io.holdonce.LockName;
import io.holdonce.LockStatus;
import io.holdonce.spi.Hold;
import io.holdonce.spi.StatusQuery;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads what is on record, without locks. */
final class Reporting {

    private static final int PAGE = 1_000;

    private Reporting() {}

    static List<LockStatus> status(Session session, StatusQuery query) throws SQLException {
        if (query.name().isPresent()) {
            return List.of(one(session, query.name().get()));
        }
        List<LockStatus> found = new ArrayList<>();
        byte[] after = query.after().map(LockName::key).orElse(new byte[0]);
        while (found.size() < query.limit()) {
            List<LeaseRow> page = page(session, after);
            // Names and labels are compared here, character by character: a database's collation may see them
            // otherwise.
            List<LeaseRow> named = page.stream()
                    .filter(row -> row.name.startsWith(query.prefix()))
                    .toList();
            session.loadSharers(named);
            named.stream()
                    .filter(row -> held(row, query.holder()))
                    .limit(query.limit() - found.size())
                    .forEach(row -> found.add(Infos.status(row.lockName(), row)));
            if (page.size() < PAGE) {
                break;
            }
            after = page.get(page.size() - 1).key;
        }
        return found;
    }

    private static LockStatus one(Session session, LockName name) throws SQLException {
        Hold hold = new Hold(name, LockMode.EXCLUSIVE);
        Rows rows = session.rows(Op.READ, Rows.keys(List.of(hold)));
        LeaseRow row = rows.of(hold);
        if (row == null) {
            return new LockStatus(name, 0, List.of(), Optional.empty(), Infos.instant(session.now()));
        }
        session.loadSharers(rows.all());
        return Infos.status(name, row);
    }

    private static boolean held(LeaseRow row, Optional<String> holder) {
        return (row.exclusivelyHeld() && holder.map(row.holder::equals).orElse(true))
                || row.lastingSharers().stream()
                        .anyMatch(sharer -> holder.map(sharer.holder::equals).orElse(true));
    }

    private static List<LeaseRow> page(Session session, byte[] after) throws SQLException {
        try (Prepared statement = session.prepare(Op.LIST)) {
            statement.setBytes(1, after);
            statement.setInt(2, PAGE);
            return Session.read(statement, 1);
        }
    }
}
