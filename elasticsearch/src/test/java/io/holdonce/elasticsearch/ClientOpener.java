// SPDX-License-Identifier: Apache-2.0
package io.holdonce.elasticsearch;

import io.holdonce.elasticsearch.node.Engine;
import io.holdonce.spi.LeaseStore;
import io.holdonce.testkit.StoreOpener;
import java.util.List;

/** Opens a store by its engine, port and alias in another JVM. */
public final class ClientOpener implements StoreOpener {

    /** Made by its name. */
    public ClientOpener() {}

    @Override
    public LeaseStore open(List<String> arguments) {
        return new ClientStore(
                Engine.valueOf(arguments.get(0)), Integer.parseInt(arguments.get(1)), arguments.get(2));
    }
}
