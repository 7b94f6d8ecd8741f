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
 * Every promise of locks in the caller's transaction, as a test. A subclass opens a {@link TransactionLocksHarness}.
 *
 * <p><b>Threads:</b> cases run one after another.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Execution(ExecutionMode.SAME_THREAD)
public abstract class TransactionLocksContract {

    private @Nullable TransactionLocksHarness harness;

    /** For subclasses. */
    protected TransactionLocksContract() {}

    /**
     * Opens what is under test; called once, closed after the last case.
     *
     * @return a harness
     * @throws Exception if it cannot be opened; every case fails
     */
    protected abstract TransactionLocksHarness openHarness() throws Exception;

    @BeforeAll
    final void open() throws Exception {
        TransactionLocksHarness opened = openHarness();
        harness = opened;
        ContractReport.started(getClass(), opened.engine());
    }

    @AfterAll
    final void close() throws Exception {
        if (harness != null) {
            harness.close();
        }
    }

    final TransactionLocksHarness harness() {
        return Objects.requireNonNull(harness, "The harness is opened before the first case.");
    }

    @Nested
    class Transaction extends TransactionContract {
        Transaction() {
            super(TransactionLocksContract.this);
        }
    }

    @Nested
    class TransactionWaits extends TransactionWaitsContract {
        TransactionWaits() {
            super(TransactionLocksContract.this);
        }
    }

    @Nested
    class TransactionNames extends TransactionNamesContract {
        TransactionNames() {
            super(TransactionLocksContract.this);
        }
    }

    @Nested
    class TransactionRaces extends TransactionRacesContract {
        TransactionRaces() {
            super(TransactionLocksContract.this);
        }
    }
}
