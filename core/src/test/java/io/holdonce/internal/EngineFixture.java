// SPDX-License-Identifier: Apache-2.0
package io.holdonce.internal;

import io.holdonce.LockName;
import io.holdonce.LockRequest;
import io.holdonce.Locks;
import io.holdonce.LocksBuilder;
import io.holdonce.spi.Revocation;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Locks in real time and with real threads over the in-test store, with short times; what is logged is kept. */
abstract class EngineFixture {

    static final LockName NAME = LockName.of("job");
    private static final Logger LOGGER = Logger.getLogger("io.holdonce");

    final HookedStore store = new HookedStore();
    final List<String> logged = new CopyOnWriteArrayList<>();
    final Locks locks = builder().build();
    final Engine engine = (Engine) locks;
    private final Handler keeping = new Handler() {
        @Override
        public void publish(LogRecord record) {
            logged.add(record.getLevel() + " " + record.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    LocksBuilder builder() {
        return Locks.builder(store)
                .holder("test")
                .margin(Duration.ofMillis(100))
                .storeTimeout(Duration.ofSeconds(5))
                .shutdownTime(Duration.ofMillis(300));
    }

    /** A request whose lease is renewed after a second and lost after nearly three, which a busy machine still keeps up with. */
    static LockRequest quick() {
        return Locks.exclusive(NAME).ttl(Duration.ofSeconds(3));
    }

    void revokeNow(LockName name) {
        store.revoke(new Revocation(name, Optional.empty(), "ops", "test", true), Duration.ZERO);
    }

    boolean isHeldInStore(LockName name) {
        return !store.store.holds(name).isEmpty();
    }

    @BeforeEach
    void bePatient() {
        Awaitility.setDefaultTimeout(Duration.ofMinutes(1));
    }

    @BeforeEach
    void keepWhatIsLogged() {
        LOGGER.setLevel(Level.INFO);
        LOGGER.setUseParentHandlers(false);
        LOGGER.addHandler(keeping);
    }

    @AfterEach
    void close() {
        store.asUsual();
        locks.close();
        LOGGER.removeHandler(keeping);
        LOGGER.setUseParentHandlers(true);
        LOGGER.setLevel(null);
    }
}
