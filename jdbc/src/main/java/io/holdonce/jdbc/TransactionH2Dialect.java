// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * H2: one statement list for an exclusive taking. It has no shared row locks, so a name that is taken shared has slots: a sharer locks any
 * one of them, an exclusive holder all.
 */
final class TransactionH2Dialect extends TransactionDialect {

    /** How many sharers a name has room for; further ones wait. */
    private static final int SLOTS = 16;

    /*
     * CURRENT_TIMESTAMP stands still in a transaction, and a token by it could be lower than that of a holder that rolled back. A version 7
     * UUID begins with the milliseconds, and goes on after its version with 12 bits of a millisecond's fraction.
     */
    private static final String CLOCK = """
            SET(@HOLDONCE_UUID, CAST(SUBSTRING(CAST(RANDOM_UUID(7) AS VARBINARY(16)) FROM 1 FOR 8) AS BIGINT)),
                   SET(@HOLDONCE_NOW, CAST(@HOLDONCE_UUID AS BIGINT) / 65536 * 1000
                       + BITAND(CAST(@HOLDONCE_UUID AS BIGINT), 4095) * 1000 / 4096)""";

    /*
     * The columns are computed from left to right, after the row's lock was waited for. Only the first statement of a list answers, so
     * the token goes to the second by a variable; that one also writes the slots, which tells sharers with an old snapshot apart.
     */
    private static final String EXCLUSIVE = """
            SELECT slot, slots, created_at, taken_at, ${clock},
                   CASE WHEN slot = 0 THEN SET(@HOLDONCE_TOKEN, GREATEST(token + 64, CAST(@HOLDONCE_NOW AS BIGINT))) END AS token
            FROM ${txlock} WHERE lock_key = ?1 ORDER BY slot FOR UPDATE ${limit};
            UPDATE ${txlock} SET token = @HOLDONCE_TOKEN, taken_at = @HOLDONCE_NOW
            WHERE lock_key = ?1 AND token < @HOLDONCE_TOKEN
            """;

    /* Without ORDER BY: it would lock all of them before the limit. */
    private static final String FREE_SLOT = """
            SELECT token, created_at, taken_at FROM ${txlock} WHERE lock_key = ? AND slot > 0
            LIMIT 1 FOR UPDATE SKIP LOCKED
            """;

    private static final String ONE_SLOT = """
            SELECT token, created_at, taken_at, slots FROM ${txlock} WHERE lock_key = ? AND slot = ? FOR UPDATE ${limit}
            """;

    private static final String HOW_MANY_SLOTS = """
            SELECT slots FROM ${txlock} WHERE lock_key = ? AND slot = 0
            """;

    private static final String ADD_SLOTS = """
            INSERT INTO ${txlock} (lock_key, slot, name, token, created_at, taken_at)
            SELECT lock_key, x, name, token, created_at, taken_at FROM ${txlock} CROSS JOIN SYSTEM_RANGE(1, ?)
            WHERE lock_key = ? AND slot = 0
            """;

    private static final String TELL_SLOTS = """
            UPDATE ${txlock} SET slots = ? WHERE lock_key = ? AND slot = 0
            """;

    /* An INSERT waits for another's new row as long as the session says. */
    private static final String FIRST = """
            SET @HOLDONCE_WAIT = LOCK_TIMEOUT();
            SET LOCK_TIMEOUT ${millis};
            INSERT INTO ${txlock} (lock_key, name, created_at) VALUES (?1, ?2, ${now});
            SET LOCK_TIMEOUT @HOLDONCE_WAIT
            """;

    private static final String RESTORE = "SET LOCK_TIMEOUT @HOLDONCE_WAIT";

    private final String exclusive;
    private final String freeSlot;
    private final String oneSlot;
    private final String howManySlots;
    private final String addSlots;
    private final String tellSlots;
    private final String first;

    TransactionH2Dialect(Database database) {
        super(database);
        exclusive = fill(EXCLUSIVE).replace("${clock}", CLOCK);
        freeSlot = fill(FREE_SLOT);
        oneSlot = fill(ONE_SLOT);
        howManySlots = fill(HOW_MANY_SLOTS);
        addSlots = fill(ADD_SLOTS);
        tellSlots = fill(TELL_SLOTS);
        first = fill(FIRST);
    }

    @Override
    @Nullable
    TransactionRow take(TransactionAttempt attempt) throws SQLException {
        try {
            return attempt.exclusive() ? exclusive(attempt) : shared(attempt);
        } catch (SQLException e) {
            if (timeout(e)) {
                return null;
            }
            throw e;
        }
    }

    private TransactionRow exclusive(TransactionAttempt attempt) throws SQLException {
        for (boolean made = false; ; made = true) {
            TransactionRow row = lockAll(attempt);
            if (row != null) {
                return row;
            }
            insert(attempt, made);
        }
    }

    /** Null if the name is not known. */
    private @Nullable TransactionRow lockAll(TransactionAttempt attempt) throws SQLException {
        while (true) {
            int rows = 0;
            int wanted = 0;
            @Nullable TransactionRow row = null;
            try (PreparedStatement statement =
                    attempt.connection().prepareStatement(exclusive.replace("${limit}", limit(attempt)))) {
                statement.setBytes(1, attempt.key());
                try (ResultSet result = statement.executeQuery()) {
                    for (; result.next(); rows++) {
                        if (result.getInt(1) == 0) {
                            wanted = 1 + result.getInt(2);
                            row = new TransactionRow(result.getLong("token"), result.getLong(3), result.getLong(4));
                        }
                    }
                }
            }
            // Slots that were made while the name's first row was waited for were not seen, and not locked.
            if (row == null || rows == wanted) {
                return row;
            }
        }
    }

    /** Numbers only, so nothing of the caller's gets into the text. */
    private static String limit(TransactionAttempt attempt) {
        if (!attempt.waits()) {
            return "NOWAIT";
        }
        int millis = attempt.leftMillis();
        return "WAIT " + millis / 1_000 + '.'
                + String.valueOf(1_000 + millis % 1_000).substring(1);
    }

    private void insert(TransactionAttempt attempt, boolean again) throws SQLException {
        String text = first.replace("${millis}", String.valueOf(attempt.waits() ? attempt.leftMillis() : 0));
        try (PreparedStatement statement = attempt.connection().prepareStatement(text)) {
            statement.setBytes(1, attempt.key());
            statement.setString(2, attempt.text());
            statement.executeUpdate();
        } catch (SQLException e) {
            execute(attempt.connection(), RESTORE);
            if (database.dialect().fault(e) != Fault.DUPLICATE) {
                throw e;
            }
            if (again) {
                // It is there, and this transaction's snapshot does not show it.
                throw new StaleSnapshot();
            }
        }
    }

    private @Nullable TransactionRow shared(TransactionAttempt attempt) throws SQLException {
        for (boolean made = false; ; ) {
            TransactionRow row = read(attempt, freeSlot, 0);
            if (row != null) {
                return row;
            }
            int slots = slots(attempt);
            if (slots > 0) {
                return attempt.waits()
                        ? read(attempt, oneSlot, 1 + ThreadLocalRandom.current().nextInt(slots))
                        : null;
            }
            if (slots < 0) {
                insert(attempt, made);
                made = true;
            } else if (lockedWithoutSlots(attempt)) {
                addSlots(attempt);
            }
        }
    }

    private @Nullable TransactionRow read(TransactionAttempt attempt, String text, int slot) throws SQLException {
        try (PreparedStatement statement =
                attempt.connection().prepareStatement(text.replace("${limit}", limit(attempt)))) {
            statement.setBytes(1, attempt.key());
            if (slot > 0) {
                statement.setInt(2, slot);
            }
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? new TransactionRow(row.getLong(1), row.getLong(2), row.getLong(3)) : null;
            }
        }
    }

    /** Negative if the name is not known. */
    private int slots(TransactionAttempt attempt) throws SQLException {
        try (PreparedStatement statement = attempt.connection().prepareStatement(howManySlots)) {
            statement.setBytes(1, attempt.key());
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? row.getInt(1) : -1;
            }
        }
    }

    /** Locks the name's first row; false if another has made the slots by then. */
    private boolean lockedWithoutSlots(TransactionAttempt attempt) throws SQLException {
        try (PreparedStatement statement =
                attempt.connection().prepareStatement(oneSlot.replace("${limit}", limit(attempt)))) {
            statement.setBytes(1, attempt.key());
            statement.setInt(2, 0);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() && row.getInt(4) == 0;
            }
        }
    }

    private void addSlots(TransactionAttempt attempt) throws SQLException {
        Connection connection = attempt.connection();
        try (PreparedStatement insert = connection.prepareStatement(addSlots);
                PreparedStatement tell = connection.prepareStatement(tellSlots)) {
            insert.setInt(1, SLOTS);
            insert.setBytes(2, attempt.key());
            insert.executeUpdate();
            tell.setInt(1, SLOTS);
            tell.setBytes(2, attempt.key());
            tell.executeUpdate();
        }
    }

    private boolean timeout(SQLException error) {
        return database.dialect().fault(error) == Fault.STUCK;
    }

    /** A deadlock or an old snapshot has undone the whole transaction already. */
    @Override
    boolean conflict(SQLException error) {
        return error instanceof StaleSnapshot || database.dialect().fault(error) == Fault.RETRY;
    }
}
