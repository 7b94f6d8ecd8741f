// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Tells the pool of a connection that died. HikariCP knows it by the SQLState's class 08 alone, which H2's driver does not use
 * for it, and does not test a connection that was used within the last half second: under load it would hand the dead one out
 * for ever. So its {@code evictConnection(Connection)} is called where the data source has such a method.
 */
final class Eviction {

    private static final int TEST_SECONDS = 1;

    private final DataSource source;
    private final @Nullable Method method;

    Eviction(DataSource source) {
        this.source = source;
        this.method = find(source);
    }

    private static @Nullable Method find(DataSource source) {
        try {
            return source.getClass().getMethod("evictConnection", Connection.class);
        } catch (NoSuchMethodException e) {
            return null;
        }
    }

    void ifDead(Connection connection) {
        try {
            if (method != null && !connection.isValid(TEST_SECONDS)) {
                method.invoke(source, connection);
            }
        } catch (SQLException | ReflectiveOperationException | RuntimeException e) {
            System.getLogger(Eviction.class.getName())
                    .log(System.Logger.Level.DEBUG, "The pool could not be told of a dead connection", e);
        }
    }
}
