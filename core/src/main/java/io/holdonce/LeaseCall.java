// SPDX-License-Identifier: Apache-2.0
package io.holdonce;

/**
 * Work done under a lock that uses the lease and has a result.
 *
 * @param <R> the result
 * @param <X> what it may throw
 */
@FunctionalInterface
public interface LeaseCall<R, X extends Exception> {
    /**
     * Does the work.
     *
     * @param lease the lease held while the work runs
     * @return the result
     * @throws X what the work throws; it reaches the caller of the scoped call as it is
     */
    R call(Lease lease) throws X;
}
