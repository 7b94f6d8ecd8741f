// SPDX-License-Identifier: Apache-2.0
package io.holdonce.testkit;

import io.holdonce.spi.LeaseStore;
import java.util.List;

/** Opens the harness's store from a second JVM. Needs a public constructor without parameters. */
@FunctionalInterface
public interface StoreOpener {

    /**
     * Opens a store instance over the data of the harness that started this JVM.
     *
     * @param arguments what the harness passed: an address, a file
     * @return a store, closed when the JVM ends
     * @throws Exception if it cannot be opened; the JVM ends
     */
    LeaseStore open(List<String> arguments) throws Exception;
}
