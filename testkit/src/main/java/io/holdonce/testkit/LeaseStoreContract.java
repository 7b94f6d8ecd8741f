// SPDX-License-Identifier: Apache-2.0
package io.holdonce.testkit;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Every promise that a {@link io.holdonce.spi.LeaseStore} makes, as a test; by topic. A store's author writes one subclass
 * that opens a {@link StoreHarness}, and the store is right when all of it passes.
 *
 * <p><b>Threads:</b> cases run one after another, since some let time pass in the whole store.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Execution(ExecutionMode.SAME_THREAD)
public abstract class LeaseStoreContract {

    private @Nullable StoreHarness harness;

    /** For subclasses. */
    protected LeaseStoreContract() {}

    /**
     * Opens the store under test; called once, closed after the last case.
     *
     * @return a harness
     * @throws Exception if the store cannot be opened; every case fails
     */
    protected abstract StoreHarness openHarness() throws Exception;

    @BeforeAll
    final void open() throws Exception {
        StoreHarness opened = openHarness();
        harness = opened;
        ContractReport.started(getClass(), opened.engine());
    }

    @AfterAll
    final void close() throws Exception {
        if (harness != null) {
            harness.close();
        }
    }

    final StoreHarness harness() {
        return Objects.requireNonNull(harness, "The harness is opened before the first case.");
    }

    @Nested
    class Acquire extends AcquireContract {
        Acquire() {
            super(LeaseStoreContract.this);
        }
    }

    @Nested
    class Contention extends ContentionContract {
        Contention() {
            super(LeaseStoreContract.this);
        }
    }

    @Nested
    class SharedAndWriters extends SharedAndWritersContract {
        SharedAndWriters() {
            super(LeaseStoreContract.this);
        }
    }

    @Nested
    class SeveralNames extends SeveralNamesContract {
        SeveralNames() {
            super(LeaseStoreContract.this);
        }
    }

    @Nested
    class Trees extends TreesContract {
        Trees() {
            super(LeaseStoreContract.this);
        }
    }

    @Nested
    class Intents extends IntentsContract {
        Intents() {
            super(LeaseStoreContract.this);
        }
    }

    @Nested
    class TreeLeases extends TreeLeasesContract {
        TreeLeases() {
            super(LeaseStoreContract.this);
        }
    }

    @Nested
    class TreeLosses extends TreeLossesContract {
        TreeLosses() {
            super(LeaseStoreContract.this);
        }
    }

    @Nested
    class Work extends WorkContract {
        Work() {
            super(LeaseStoreContract.this);
        }
    }

    @Nested
    class Renew extends RenewContract {
        Renew() {
            super(LeaseStoreContract.this);
        }
    }

    @Nested
    class Release extends ReleaseContract {
        Release() {
            super(LeaseStoreContract.this);
        }
    }

    @Nested
    class HoldAtLeast extends HoldAtLeastContract {
        HoldAtLeast() {
            super(LeaseStoreContract.this);
        }
    }

    @Nested
    class Expiry extends ExpiryContract {
        Expiry() {
            super(LeaseStoreContract.this);
        }
    }

    @Nested
    class Fencing extends FencingContract {
        Fencing() {
            super(LeaseStoreContract.this);
        }
    }

    @Nested
    class Names extends NamesContract {
        Names() {
            super(LeaseStoreContract.this);
        }
    }

    @Nested
    class Status extends StatusContract {
        Status() {
            super(LeaseStoreContract.this);
        }
    }

    @Nested
    class Holders extends HoldersContract {
        Holders() {
            super(LeaseStoreContract.this);
        }
    }

    @Nested
    class Revoke extends RevokeContract {
        Revoke() {
            super(LeaseStoreContract.this);
        }
    }

    @Nested
    class Purge extends PurgeContract {
        Purge() {
            super(LeaseStoreContract.this);
        }
    }

    @Nested
    class ClocksAndZones extends ClocksAndZonesContract {
        ClocksAndZones() {
            super(LeaseStoreContract.this);
        }
    }

    @Nested
    class UnknownOutcomes extends UnknownOutcomesContract {
        UnknownOutcomes() {
            super(LeaseStoreContract.this);
        }
    }

    @Nested
    class Crash extends CrashContract {
        Crash() {
            super(LeaseStoreContract.this);
        }
    }

    @Nested
    class Pause extends PauseContract {
        Pause() {
            super(LeaseStoreContract.this);
        }
    }

    @Nested
    class HolderSide extends HolderSideContract {
        HolderSide() {
            super(LeaseStoreContract.this);
        }
    }
}
