// SPDX-License-Identifier: Apache-2.0
package io.holdonce.examples;

import io.holdonce.LeaseLostException;
import io.holdonce.LockName;
import io.holdonce.Locks;
import io.holdonce.StoreUnavailableException;

/** Code as users write it, that takes its {@link Locks} from outside, so that a unit test needs no database. */
final class IndexRebuild {

    static final LockName NAME = LockName.of("index", "products");

    private final Locks locks;
    private final Runnable rebuild;

    IndexRebuild(Locks locks, Runnable rebuild) {
        this.locks = locks;
        this.rebuild = rebuild;
    }

    String runOnce() {
        try {
            return locks.tryRun(NAME, rebuild::run) ? "rebuilt" : "another node rebuilds it";
        } catch (LeaseLostException e) {
            return "perhaps half rebuilt: " + e.reason().kind();
        } catch (StoreUnavailableException e) {
            return "nobody knows, try later";
        }
    }
}
