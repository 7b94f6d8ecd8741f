// SPDX-License-Identifier: Apache-2.0
package io.holdonce.internal;

import io.holdonce.LocksListener;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.function.Consumer;

/** Tells the listeners, each on a callback thread, and keeps what they throw from going further. */
final class Events {

    static final Logger LOG = System.getLogger("io.holdonce");

    private final Timeline timeline;
    private final List<LocksListener> listeners;

    Events(Timeline timeline, List<LocksListener> listeners) {
        this.timeline = timeline;
        this.listeners = listeners;
    }

    void tell(Consumer<LocksListener> event) {
        for (LocksListener listener : listeners) {
            timeline.callback(() -> {
                try {
                    event.accept(listener);
                } catch (RuntimeException e) {
                    LOG.log(
                            Level.WARNING,
                            "A listener failed: " + listener.getClass().getName(),
                            e);
                }
            });
        }
    }
}
