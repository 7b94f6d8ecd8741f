// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import javax.sql.DataSource;

/** A data source that tells, outside the store, what is sent over its connections, and can interfere. */
final class Tap {

    private static final Set<String> EXECUTIONS =
            Set.of("execute", "executeQuery", "executeUpdate", "executeLargeUpdate", "executeBatch");

    private Tap() {}

    /** Hears of everything that is a round trip to a server: statements by their text, COMMIT, ROLLBACK. */
    interface Listener {
        default void before(String sql) throws SQLException {}

        default void after(String sql) throws SQLException {}
    }

    static DataSource on(DataSource target, Listener listener) {
        return proxy(DataSource.class, (self, method, arguments) -> {
            Object result = invoke(target, method, arguments);
            return result instanceof Connection connection ? connection(connection, listener) : result;
        });
    }

    static Connection connection(Connection target, Listener listener) {
        return proxy(Connection.class, (self, method, arguments) -> switch (method.getName()) {
            case "prepareStatement" ->
                statement(PreparedStatement.class, invoke(target, method, arguments), (String) arguments[0], listener);
            case "createStatement" -> statement(Statement.class, invoke(target, method, arguments), "", listener);
            case "prepareCall" ->
                statement(CallableStatement.class, invoke(target, method, arguments), (String) arguments[0], listener);
            case "commit", "rollback" ->
                told(
                        method.getName().toUpperCase(java.util.Locale.ROOT),
                        listener,
                        () -> invoke(target, method, arguments));
            default -> invoke(target, method, arguments);
        });
    }

    private static <S extends Statement> S statement(Class<S> type, Object target, String prepared, Listener listener) {
        return proxy(type, (self, method, arguments) -> {
            if (!EXECUTIONS.contains(method.getName())) {
                return invoke(target, method, arguments);
            }
            String sql = arguments != null && arguments[0] instanceof String text ? text : prepared;
            return told(sql, listener, () -> invoke(target, method, arguments));
        });
    }

    private interface Call {
        Object run() throws Throwable;
    }

    private static Object told(String what, Listener listener, Call call) throws Throwable {
        listener.before(what);
        Object result = call.run();
        listener.after(what);
        return result;
    }

    private static Object invoke(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(Tap.class.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
