// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import io.holdonce.testkit.FaultProxy;
import java.io.IOException;
import java.net.InetSocketAddress;

/** A network between a command and its server that can be cut: connections stay open, and nothing passes. */
final class CutOff implements AutoCloseable {

    private final FaultProxy proxy;

    private CutOff(FaultProxy proxy) {
        this.proxy = proxy;
    }

    static CutOff to(InetSocketAddress server) throws IOException {
        return new CutOff(new FaultProxy(server));
    }

    int port() {
        return proxy.port();
    }

    void cut() {
        proxy.toServer(FaultProxy.Mode.SWALLOW);
        proxy.toClient(FaultProxy.Mode.SWALLOW);
    }

    void mend() {
        proxy.toServer(FaultProxy.Mode.PASS);
        proxy.toClient(FaultProxy.Mode.PASS);
        proxy.reset();
    }

    @Override
    public void close() throws IOException {
        proxy.close();
    }
}
