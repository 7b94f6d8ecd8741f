// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Forgets free names: finds them without a lock, then removes each if it is still free. */
final class Purging {

    private Purging() {}

    private static final class Candidate {
        final byte[] key;
        final boolean shared;

        Candidate(byte[] key, boolean shared) {
            this.key = key;
            this.shared = shared;
        }
    }

    static int purge(Session session, long untouched, int limit, Deadline deadline) throws SQLException {
        int count = 0;
        for (Candidate candidate : candidates(session, untouched, limit)) {
            if (deadline.passed()) {
                break;
            }
            if (candidate.shared
                    ? purgeShared(session, candidate.key, untouched)
                    : purge(session, candidate.key, untouched)) {
                count++;
            }
        }
        return count;
    }

    private static List<Candidate> candidates(Session session, long untouched, int limit) throws SQLException {
        List<Candidate> candidates = new ArrayList<>();
        try (Prepared statement = session.prepare(Op.PURGEABLE)) {
            statement.setLong(1, untouched);
            statement.setInt(2, limit);
            try (ResultSet result = statement.executeQuery()) {
                while (result.next()) {
                    candidates.add(new Candidate(result.getBytes(1), result.getLong(2) != 0));
                }
            }
        }
        candidates.sort((a, b) -> Arrays.compareUnsigned(a.key, b.key));
        return candidates;
    }

    private static boolean purge(Session session, byte[] key, long untouched) throws SQLException {
        try (Prepared statement = session.prepare(Op.PURGE)) {
            statement.setBytes(1, key);
            statement.setLong(2, untouched);
            return statement.executeUpdate() == 1;
        }
    }

    /** A name whose sharers crashed: their rows go with it. */
    private static boolean purgeShared(Session session, byte[] key, long untouched) throws SQLException {
        Boolean purged = session.inTransaction(() -> {
            if (!purge(session, key, untouched)) {
                return null;
            }
            try (Prepared statement = session.prepare(Op.PURGE_SHARERS)) {
                statement.setBytes(1, key);
                statement.executeUpdate();
            }
            return true;
        });
        return purged != null;
    }
}
