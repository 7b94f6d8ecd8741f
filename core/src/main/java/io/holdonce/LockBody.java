// SPDX-License-Identifier: Apache-2.0
package io.holdonce;

/**
 * Work done under a lock that needs neither the lease nor a result.
 *
 * @param <X> what it may throw
 */
@FunctionalInterface
public interface LockBody<X extends Exception> {
    /**
     * Does the work.
     *
     * @throws X what the work throws; it reaches the caller of the scoped call as it is
     */
    void run() throws X;
}
