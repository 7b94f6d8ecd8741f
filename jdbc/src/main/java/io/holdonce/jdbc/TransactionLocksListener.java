// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import io.holdonce.LockName;
import java.time.Duration;
import java.util.List;

/**
 * Hears how long transactions waited for their locks.
 *
 * <p><b>Threads:</b> called in the thread and inside the transaction that took the lock; must be quick. What it throws is logged and
 * goes no further.
 */
public interface TransactionLocksListener {

    /**
     * Names were acquired.
     *
     * @param names the names, in the order of their store keys
     * @param waited how long that took, round trips included
     */
    default void acquired(List<LockName> names, Duration waited) {}

    /**
     * Names were held by others until the end of the wait.
     *
     * @param names the names, in the order of their store keys
     * @param waited how long was waited; a try does not wait
     */
    default void notAcquired(List<LockName> names, Duration waited) {}
}
