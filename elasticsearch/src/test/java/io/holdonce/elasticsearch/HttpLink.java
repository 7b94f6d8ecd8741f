// SPDX-License-Identifier: Apache-2.0
package io.holdonce.elasticsearch;

import io.holdonce.ReleaseOutcome;
import io.holdonce.elasticsearch.node.Engine;
import io.holdonce.spi.AcquireAnswer;
import io.holdonce.spi.Claim;
import io.holdonce.spi.LeaseStore;
import io.holdonce.spi.Release;
import io.holdonce.spi.RenewAnswer;
import io.holdonce.spi.Renewal;
import io.holdonce.spi.Revocation;
import io.holdonce.spi.StatusQuery;
import io.holdonce.testkit.FaultProxy;
import io.holdonce.testkit.FaultyLink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** A store that reaches its node through a proxy which loses the answer to the request that settles a call. */
final class HttpLink implements FaultyLink {

    private final FaultProxy proxy;
    private final Socket closedPort = new Socket();
    private final Client through;
    private final Client nowhere;
    private final LeaseStore direct;
    private final LeaseStore end;
    private final AtomicInteger callsToLose = new AtomicInteger();
    private volatile boolean refusing;
    private volatile int request;

    /** The number of the request in the call under way whose answer gets lost; 0 for none. */
    private volatile int settling;

    HttpLink(Engine engine, int port, String alias, LeaseStore direct) {
        this.direct = direct;
        try {
            proxy = new FaultProxy(new InetSocketAddress("127.0.0.1", port));
            // Bound, but nobody listens: connecting to it is refused for as long as it is kept.
            closedPort.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        through = Client.of(engine, proxy.port());
        nowhere = Client.of(engine, closedPort.getLocalPort());
        end = new End(
                ElasticsearchStore.builder(this::send).alias(alias).singleCopy().build());
    }

    private Transport.Answer send(Transport.Request sending, Duration timeout) {
        request++;
        if (request == settling) {
            settling = 0;
            proxy.loseAnswers(1, packet -> true);
        }
        return (refusing ? nowhere : through).transport.send(sending, timeout);
    }

    @Override
    public LeaseStore store() {
        return end;
    }

    @Override
    public void loseAnswers(int calls) {
        callsToLose.set(calls);
    }

    @Override
    public void refuse() {
        refusing = true;
        proxy.reset();
    }

    @Override
    public void swallow() {
        proxy.toServer(FaultProxy.Mode.SWALLOW);
        proxy.toClient(FaultProxy.Mode.SWALLOW);
    }

    @Override
    public void heal() {
        callsToLose.set(0);
        settling = 0;
        refusing = false;
        proxy.heal();
        // What was swallowed was perhaps half a request; the connection is of no more use.
        proxy.reset();
    }

    @Override
    public void close() {
        direct.close();
        through.close();
        nowhere.close();
        try {
            closedPort.close();
            proxy.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private <T> T call(int settlingRequest, Supplier<T> call) {
        request = 0;
        settling = callsToLose.getAndUpdate(left -> Math.max(0, left - 1)) > 0 ? settlingRequest : 0;
        return call.get();
    }

    /** Of several free names the second request takes them; a refusal is settled by the look at them. */
    private int settles(Claim claim) {
        boolean held = claim.holds().stream()
                .anyMatch(hold -> !direct.status(StatusQuery.of(hold.name()), Duration.ofSeconds(20))
                        .get(0)
                        .holds()
                        .isEmpty());
        return claim.holds().size() > 1 && !held ? 2 : 1;
    }

    /** The near end of the link. */
    private final class End extends ForwardingStore {

        End(LeaseStore target) {
            super(target);
        }

        @Override
        public List<AcquireAnswer> acquire(List<Claim> claims, Duration timeout) {
            return call(settles(claims.get(0)), () -> super.acquire(claims, timeout));
        }

        @Override
        public List<RenewAnswer> renew(List<Renewal> renewals, Duration timeout) {
            return call(1, () -> super.renew(renewals, timeout));
        }

        @Override
        public List<ReleaseOutcome> release(List<Release> releases, Duration timeout) {
            return call(1, () -> super.release(releases, timeout));
        }

        @Override
        public int revoke(Revocation revocation, Duration timeout) {
            return call(1, () -> super.revoke(revocation, timeout));
        }
    }
}
