// SPDX-License-Identifier: Apache-2.0
package io.holdonce.examples;

import io.holdonce.LockName;
import io.holdonce.jdbc.TransactionLock;
import io.holdonce.jdbc.TransactionLocks;
import java.sql.Connection;
import java.time.Duration;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Locks in Spring's current transaction, whichever manager opened it: of the DataSource or of JPA over it. */
// region spring-transaction-locks
public final class SpringTransactionLocks {

    private final DataSource dataSource;
    private final TransactionLocks locks;

    public SpringTransactionLocks(DataSource dataSource) {
        this.dataSource = dataSource;
        this.locks = TransactionLocks.of(dataSource);
    }

    public TransactionLock acquire(LockName name, Duration waitTime) {
        if (!TransactionSynchronizationManager.isActualTransactionActive()
                || !TransactionSynchronizationManager.hasResource(dataSource)) {
            throw new IllegalStateException("No Spring transaction is open on this DataSource, so the lock of '" + name
                    + "' would end at once. Call it from a @Transactional method whose manager has this DataSource.");
        }
        Connection connection = DataSourceUtils.getConnection(dataSource);
        try {
            return locks.acquire(connection, name, waitTime);
        } finally {
            DataSourceUtils.releaseConnection(connection, dataSource);
        }
    }
}
// endregion
