// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import io.holdonce.spi.LeaseStore;
import io.holdonce.testkit.StoreOpener;
import java.util.List;

/** Opens a store by its URL in another JVM. */
public final class JdbcOpener implements StoreOpener {

    /** Made by its name. */
    public JdbcOpener() {}

    @Override
    public LeaseStore open(List<String> arguments) {
        return new PooledStore(TestDatabase.pool(arguments.get(0), 3));
    }
}
