// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Opens a new connection each time: one process holds few locks, so a pool would only cost its start.
 *
 * <p>Asks the one driver that is needed, since {@code DriverManager} would load them all.
 */
final class DriverDataSource implements DataSource {

    private final StoreLocation location;
    private final Driver driver;
    private final Properties properties;

    DriverDataSource(StoreLocation location, Properties properties) {
        this.location = location;
        this.properties = properties;
        try {
            this.driver = Class.forName(location.kind().driverClass())
                    .asSubclass(Driver.class)
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("The driver for " + location.shown() + " is missing", e);
        }
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection connection =
                driver.connect(location.kind().driverUrl(location.url()), (Properties) properties.clone());
        if (connection == null) {
            throw new SQLException(location.shown() + " is not a URL of its driver", "08001");
        }
        return connection;
    }

    @Override
    public Connection getConnection(String username, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException("The user is part of the store's settings");
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(PrintWriter out) {}

    @Override
    public void setLoginTimeout(int seconds) {}

    @Override
    public int getLoginTimeout() {
        return 0;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        throw new SQLException("Not a wrapper");
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }
}
