// SPDX-License-Identifier: Apache-2.0
package io.holdonce.spi;

import io.holdonce.LockName;
import java.util.Optional;

/**
 * Which names to report on.
 *
 * @param name exactly this name, held or free; empty for all held names that match the rest
 * @param prefix what the name's text begins with, compared character by character; empty for any
 * @param holder the label of at least one of its holders; empty for any
 * @param after only names whose key comes after this one's, for paging in key order; empty to start
 * @param limit the most names to report, 1 to 10,000
 */
public record StatusQuery(
        Optional<LockName> name, String prefix, Optional<String> holder, Optional<LockName> after, int limit) {

    /**
     * Asks for one name.
     *
     * @param name the name
     * @return a query that reports it, held or free
     */
    public static StatusQuery of(LockName name) {
        return new StatusQuery(Optional.of(name), "", Optional.empty(), Optional.empty(), 1);
    }
}
