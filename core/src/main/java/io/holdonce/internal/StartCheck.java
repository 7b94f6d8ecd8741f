// SPDX-License-Identifier: Apache-2.0
package io.holdonce.internal;

import io.holdonce.StoreMisconfiguredException;
import io.holdonce.StoreUnavailableException;
import io.holdonce.spi.StoreCheck;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/** Asks a store about itself before it is used: errors are refused with their remedies, warnings are logged. */
final class StartCheck {

    private StartCheck() {}

    static void run(StorePort port, Timeline timeline, Settings settings) {
        Duration timeout = settings.storeTimeout();
        StoreCheck found;
        try {
            found = Calls.join(timeline, port.call("check", timeout, store -> store.check(timeout)));
        } catch (StoreUnavailableException e) {
            Events.LOG.log(Level.WARNING, "The store could not be checked at start; the first request will try it.", e);
            return;
        }
        List<StoreCheck.Finding> errors = found.findings().stream()
                .filter(finding -> finding.level() == StoreCheck.Level.ERROR)
                .toList();
        if (!errors.isEmpty()) {
            throw new StoreMisconfiguredException(
                    found.product() + " cannot be used as it is: "
                            + errors.stream()
                                    .map(error -> error.detail() + " " + error.remedy())
                                    .collect(Collectors.joining(" ")),
                    null);
        }
        found.findings().stream()
                .filter(finding -> finding.level() == StoreCheck.Level.WARN)
                .forEach(warning -> Events.LOG.log(
                        Level.WARNING,
                        found.product() + ", " + warning.subject() + ": " + warning.detail() + " " + warning.remedy()));
    }
}
