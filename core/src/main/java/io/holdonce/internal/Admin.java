// SPDX-License-Identifier: Apache-2.0
package io.holdonce.internal;

import io.holdonce.LockAdmin;
import io.holdonce.LockName;
import io.holdonce.LockStatus;
import io.holdonce.spi.LeaseStore;
import io.holdonce.spi.Revocation;
import io.holdonce.spi.StatusQuery;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The operator's verbs, over the store port. */
final class Admin implements LockAdmin {

    private static final int PAGE = 500;
    private static final int MOST = 10_000;

    private final Engine engine;
    private final Settings settings;

    Admin(Engine engine) {
        this.engine = engine;
        this.settings = engine.settings;
    }

    @Override
    public List<LockStatus> list(String prefix) {
        return list(prefix, Optional.empty());
    }

    private List<LockStatus> list(String prefix, Optional<String> holder) {
        List<LockStatus> found = new ArrayList<>();
        Optional<LockName> after = Optional.empty();
        List<LockStatus> page;
        do {
            StatusQuery query = new StatusQuery(Optional.empty(), prefix, holder, after, PAGE);
            page = call("list", store -> store.status(query, settings.storeTimeout()));
            found.addAll(page);
            after = page.isEmpty()
                    ? after
                    : Optional.of(page.get(page.size() - 1).name());
        } while (page.size() == PAGE && found.size() < MOST);
        found.sort(Comparator.comparing(status -> status.name().toString()));
        return List.copyOf(found);
    }

    @Override
    public LockStatus show(LockName name) {
        return call("show", store -> store.status(StatusQuery.of(name), settings.storeTimeout()))
                .get(0);
    }

    @Override
    public int revoke(LockName name, String by, String reason) {
        return revoke(new Revocation(name, Optional.empty(), by, reason, false));
    }

    @Override
    public int revokeNow(LockName name, String by, String reason) {
        return revoke(new Revocation(name, Optional.empty(), by, reason, true));
    }

    @Override
    public List<LockName> revokeAll(String holder, String by, String reason) {
        List<LockName> revoked = new ArrayList<>();
        for (LockStatus status : list("", Optional.of(holder))) {
            if (revoke(new Revocation(status.name(), Optional.of(holder), by, reason, false)) > 0) {
                revoked.add(status.name());
            }
        }
        return List.copyOf(revoked);
    }

    private int revoke(Revocation order) {
        if (order.by().isBlank() || order.reason().isBlank()) {
            throw new IllegalArgumentException("A revocation says by whom and why; both are shown to the holder.");
        }
        int marked = call("revoke", store -> store.revoke(order, settings.storeTimeout()));
        Events.LOG.log(
                Level.WARNING,
                "Lock '" + order.name() + "' revoked" + (order.now() ? " and freed at once" : "") + " by " + order.by()
                        + ": " + order.reason() + ". Holds concerned: " + marked + ".");
        return marked;
    }

    private <T> T call(String what, Function<LeaseStore, T> call) {
        if (engine.isClosing()) {
            throw Engine.closed();
        }
        Duration timeout = settings.storeTimeout();
        return Calls.join(engine.timeline, engine.port.call(what, timeout, call));
    }
}
