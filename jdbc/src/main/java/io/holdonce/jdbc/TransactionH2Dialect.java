// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * H2: one statement list for an exclusive taking, repeated while another has the name. It has no shared row locks, so a name that is taken shared has slots: a sharer locks any
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
     * The columns are computed from left to right, after the row's lock was had. Only the first statement of a list answers, so the token
     * goes to the second by variables, which are empty when nothing was locked: that one must not wait for a row of another's.
     */
    private static final String UNSHARED = """
            SELECT created_at, taken_at, ${clock}, SET(@HOLDONCE_KEY, lock_key),
                   SET(@HOLDONCE_TOKEN, GREATEST(token + 64, CAST(@HOLDONCE_NOW AS BIGINT))) AS token
            FROM ${txlock} WHERE lock_key = ?1 AND slot = 0 AND slots = 0 FOR UPDATE SKIP LOCKED;
            UPDATE ${txlock} SET token = @HOLDONCE_TOKEN, taken_at = @HOLDONCE_NOW WHERE lock_key = @HOLDONCE_KEY AND slot = 0;
            SET @HOLDONCE_KEY = NULL
            """;

    private static final String FORGET = "SET @HOLDONCE_KEY = NULL";

    /* Writes the slots, too, which tells sharers with an old snapshot apart. Refused, it gives back the slots that it had locked. */
    private static final String SHARED_BEFORE = """
            SELECT slot, slots, created_at, taken_at, ${clock},
                   CASE WHEN slot = 0 THEN SET(@HOLDONCE_TOKEN, GREATEST(token + 64, CAST(@HOLDONCE_NOW AS BIGINT))) END AS token
            FROM ${txlock} WHERE lock_key = ?1 ORDER BY slot FOR UPDATE NOWAIT;
            UPDATE ${txlock} SET token = @HOLDONCE_TOKEN, taken_at = @HOLDONCE_NOW
            WHERE lock_key = ?1 AND token < @HOLDONCE_TOKEN
            """;

    /* Without ORDER BY: it would lock all of them before the limit. */
    private static final String FREE_SLOT = """
            SELECT token, created_at, taken_at FROM ${txlock} WHERE lock_key = ? AND slot > 0
            LIMIT 1 FOR UPDATE SKIP LOCKED
            """;

    private static final String FIRST_ROW = """
            SELECT slots FROM ${txlock} WHERE lock_key = ? AND slot = 0 FOR UPDATE SKIP LOCKED
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

    private final String unshared;
    private final String sharedBefore;
    private final String freeSlot;
    private final String firstRow;
    private final String howManySlots;
    private final String addSlots;
    private final String tellSlots;
    private final String first;

    TransactionH2Dialect(Database database) {
        super(database);
        unshared = fill(UNSHARED).replace("${clock}", CLOCK);
        sharedBefore = fill(SHARED_BEFORE).replace("${clock}", CLOCK);
        freeSlot = fill(FREE_SLOT);
        firstRow = fill(FIRST_ROW);
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

    /*
     * Nothing here waits inside H2 for a row that is known: a transaction that has undone a statement lets those who wait for it go round in
     * circles, without a limit, until it ends.
     */
    private @Nullable TransactionRow exclusive(TransactionAttempt attempt) throws SQLException {
        boolean made = false;
        for (int round = 0; ; round++) {
            TransactionRow row = unshared(attempt);
            if (row != null) {
                return row;
            }
            int slots = slots(attempt);
            if (slots < 0) {
                insert(attempt, made);
                made = true;
                continue;
            }
            row = slots > 0 ? sharedBefore(attempt) : null;
            if (row != null || !attempt.pause(round)) {
                return row;
            }
        }
    }

    /** Null if the name is not known, or was shared once, or is held by another. */
    private @Nullable TransactionRow unshared(TransactionAttempt attempt) throws SQLException {
        try (PreparedStatement statement = attempt.connection().prepareStatement(unshared)) {
            statement.setBytes(1, attempt.key());
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? new TransactionRow(row.getLong("token"), row.getLong(1), row.getLong(2)) : null;
            }
        } catch (SQLException e) {
            forget(attempt.connection(), e);
            throw e;
        }
    }

    private static void forget(Connection connection, SQLException cause) {
        try {
            execute(connection, FORGET);
        } catch (SQLException e) {
            cause.addSuppressed(e);
        }
    }

    /** Null if another has one of the slots. */
    private @Nullable TransactionRow sharedBefore(TransactionAttempt attempt) throws SQLException {
        try (PreparedStatement statement = attempt.connection().prepareStatement(sharedBefore)) {
            statement.setBytes(1, attempt.key());
            try (ResultSet row = statement.executeQuery()) {
                TransactionRow first = null;
                while (row.next()) {
                    if (row.getInt(1) == 0) {
                        first = new TransactionRow(row.getLong("token"), row.getLong(3), row.getLong(4));
                    }
                }
                return first;
            }
        } catch (SQLException e) {
            if (timeout(e)) {
                return null;
            }
            throw e;
        }
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
        boolean made = false;
        for (int round = 0; ; round++) {
            TransactionRow row = freeSlot(attempt);
            if (row != null) {
                return row;
            }
            int slots = slots(attempt);
            if (slots < 0) {
                insert(attempt, made);
                made = true;
            } else if (slots == 0 && lockedWithoutSlots(attempt)) {
                addSlots(attempt);
            } else if (!attempt.pause(round)) {
                return null;
            }
        }
    }

    private @Nullable TransactionRow freeSlot(TransactionAttempt attempt) throws SQLException {
        try (PreparedStatement statement = attempt.connection().prepareStatement(freeSlot)) {
            statement.setBytes(1, attempt.key());
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

    /** Locks the name's first row if it is free; false if it is not, or another has made the slots by then. */
    private boolean lockedWithoutSlots(TransactionAttempt attempt) throws SQLException {
        try (PreparedStatement statement = attempt.connection().prepareStatement(firstRow)) {
            statement.setBytes(1, attempt.key());
            try (ResultSet row = statement.executeQuery()) {
                return row.next() && row.getInt(1) == 0;
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
