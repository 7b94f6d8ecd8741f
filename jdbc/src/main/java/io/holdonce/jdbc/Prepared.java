// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One statement and the values of its parameters, by their numbers. It is prepared when it is sent, because where a driver cannot
 * bind a list, the text depends on the list's length.
 */
final class Prepared implements AutoCloseable {

    private final Connection connection;
    private final Dialect dialect;
    private final String text;
    private final @Nullable Placed placed;
    private final List<@Nullable Object> values = new ArrayList<>();
    private @Nullable PreparedStatement statement;

    Prepared(Connection connection, Database database, Op op) {
        this.connection = connection;
        this.dialect = database.dialect();
        this.text = database.statement(op);
        this.placed = database.placed().get(op);
    }

    private void set(int number, @Nullable Object value) {
        while (values.size() < number) {
            values.add(null);
        }
        values.set(number - 1, value);
    }

    void setLong(int number, long value) {
        set(number, value);
    }

    void setInt(int number, int value) {
        set(number, value);
    }

    void setBytes(int number, byte @Nullable [] value) {
        set(number, value);
    }

    void setId(int number, @Nullable UUID id) {
        set(number, id == null ? null : Ids.bytes(id));
    }

    /** What people wrote; it arrives as it is, whatever the session's character set. */
    void setText(int number, String value) {
        set(number, dialect.takesTextAsBytes() ? value.getBytes(StandardCharsets.UTF_8) : value);
    }

    /** A checked identifier. */
    void setIdentifier(int number, String value) {
        set(number, value);
    }

    /** Not empty. */
    void setList(int number, List<byte[]> list) {
        set(number, list);
    }

    ResultSet executeQuery() throws SQLException {
        return bound(Statement.NO_GENERATED_KEYS).executeQuery();
    }

    int executeUpdate() throws SQLException {
        return bound(Statement.NO_GENERATED_KEYS).executeUpdate();
    }

    /** For one row: the number that the statement handed to the session, null if it changed nothing. */
    @Nullable
    Long executeForNumber() throws SQLException {
        PreparedStatement bound = bound(Statement.RETURN_GENERATED_KEYS);
        // The count first: without a row the number is one of an earlier statement, or none.
        if (bound.executeUpdate() == 0) {
            return null;
        }
        try (ResultSet keys = bound.getGeneratedKeys()) {
            if (!keys.next()) {
                throw new SQLException("The driver does not hand on what LAST_INSERT_ID was set to");
            }
            return keys.getLong(1);
        }
    }

    void addBatch() throws SQLException {
        bound(Statement.NO_GENERATED_KEYS).addBatch();
    }

    void executeBatch() throws SQLException {
        if (statement != null) {
            statement.executeBatch();
        }
    }

    private PreparedStatement bound(int generatedKeys) throws SQLException {
        PreparedStatement bound = statement;
        if (bound == null) {
            String sql = placed == null ? text : placed.text(values);
            bound = generatedKeys == Statement.RETURN_GENERATED_KEYS
                    ? connection.prepareStatement(sql, generatedKeys)
                    : connection.prepareStatement(sql);
            statement = bound;
        }
        int place = 1;
        for (Object value : placed == null ? values : placed.places(values)) {
            bind(bound, place++, value);
        }
        return bound;
    }

    @SuppressWarnings("unchecked")
    private void bind(PreparedStatement bound, int place, @Nullable Object value) throws SQLException {
        if (value == null) {
            // Only binary columns may be null.
            bound.setNull(place, Types.VARBINARY);
        } else if (value instanceof byte[] bytes) {
            bound.setBytes(place, bytes);
        } else if (value instanceof Long number) {
            bound.setLong(place, number);
        } else if (value instanceof Integer number) {
            bound.setInt(place, number);
        } else if (value instanceof String string) {
            bound.setString(place, string);
        } else {
            dialect.bind(bound, place, (List<byte[]>) value);
        }
    }

    @Override
    public void close() throws SQLException {
        if (statement != null) {
            statement.close();
        }
    }
}
