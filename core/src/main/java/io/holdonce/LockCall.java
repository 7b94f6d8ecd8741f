// SPDX-License-Identifier: Apache-2.0
package io.holdonce;

/**
 * Work done under a lock that has a result and does not need the lease.
 *
 * @param <R> the result
 * @param <X> what it may throw
 */
@FunctionalInterface
public interface LockCall<R, X extends Exception> {
    /**
     * Does the work.
     *
     * @return the result
     * @throws X what the work throws; it reaches the caller of the scoped call as it is
     */
    R call() throws X;
}
