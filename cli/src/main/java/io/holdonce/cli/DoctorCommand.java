// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import io.holdonce.spi.LeaseStore;
import io.holdonce.spi.StoreCheck;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code holdonce doctor}: looks at the store and says what to change. */
@Command(
        name = "doctor",
        header = "Check the store and say what to change.",
        footer = {"", "Exit codes: 0 usable, 78 something must be changed, 69 the store does not answer."})
final class DoctorCommand implements Callable<Integer> {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    @Mixin
    private StoreOption store = new StoreOption();

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        common.apply();
        StoreLocation location = store.location();
        Console.OUT.println("store    " + location);
        try (LeaseStore opened = OpenStore.existing(location)) {
            StoreCheck check = opened.check(TIMEOUT);
            Console.OUT.println("product  " + check.product());
            print(check.findings());
            boolean broken = check.findings().stream().anyMatch(finding -> finding.level() == StoreCheck.Level.ERROR);
            return broken ? ExitCode.CONFIGURATION : ExitCode.OK;
        }
    }

    private static void print(List<StoreCheck.Finding> findings) {
        for (StoreCheck.Finding finding : findings) {
            String level = finding.level().toString();
            Console.OUT.println(level + " ".repeat(9 - level.length()) + finding.subject() + ": "
                    + Secrets.redact(finding.detail()));
            if (!finding.remedy().isEmpty()) {
                Console.OUT.println(" ".repeat(9) + "-> " + finding.remedy());
            }
        }
    }
}
