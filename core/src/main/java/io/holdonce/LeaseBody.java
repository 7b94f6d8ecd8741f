// SPDX-License-Identifier: Apache-2.0
package io.holdonce;

/**
 * Work done under a lock that uses the lease, for its fencing token say, and has no result.
 *
 * @param <X> what it may throw
 */
@FunctionalInterface
public interface LeaseBody<X extends Exception> {
    /**
     * Does the work.
     *
     * @param lease the lease held while the work runs
     * @throws X what the work throws; it reaches the caller of the scoped call as it is
     */
    void run(Lease lease) throws X;
}
