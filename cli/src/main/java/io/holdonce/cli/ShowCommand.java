// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import io.holdonce.HoldInfo;
import io.holdonce.LockName;
import io.holdonce.LockStatus;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code holdonce show}: one name, and what can be done about it. */
@Command(name = "show", header = "Show who holds a lock, and what can be done about it.")
final class ShowCommand implements Callable<Integer> {

    @Parameters(paramLabel = "NAME", description = "The lock's name, as 'holdonce ls' writes it.")
    private String name = "";

    @Option(names = "--json", description = "One line of JSON, for programs.")
    private boolean json;

    @Mixin
    private StoreOption store = new StoreOption();

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        common.apply();
        LockName parsed = LockName.parse(name);
        try (Administration admin = Administration.open(store.location())) {
            LockStatus status = admin.locks().show(parsed);
            if (json) {
                Console.OUT.println(StatusJson.line(status));
                return ExitCode.OK;
            }
            print(status);
            Console.OUT.println();
            Console.OUT.print(Advice.of(status, store.url()));
            return ExitCode.OK;
        }
    }

    private static void print(LockStatus status) {
        line("name", status.name().toString());
        line("last token", status.fencingToken() == 0 ? "none yet" : String.valueOf(status.fencingToken()));
        line("read at", Text.moment(status.readAt()) + " by the store's clock");
        for (HoldInfo hold : status.holds()) {
            Console.OUT.println();
            line("mode", hold.mode() + " (" + hold.state() + ")");
            if (!hold.holder().isEmpty()) {
                line("holder", hold.holder());
                line("token", String.valueOf(hold.fencingToken()));
            }
            line("since", Text.moment(hold.since()));
            line("renewed", DurationText.format(hold.renewedAgo()) + " ago");
            line("ends in", DurationText.format(hold.remaining()) + " unless renewed");
            if (!hold.note().isEmpty()) {
                line("note", hold.note());
            }
        }
        status.lastRevoked().ifPresent(revoked -> {
            Console.OUT.println();
            line("last revoked", Text.moment(revoked.at()) + " by " + revoked.by() + ": " + revoked.reason());
        });
    }

    private static void line(String label, String value) {
        Console.OUT.println(label + " ".repeat(Math.max(1, 14 - label.length())) + value);
    }
}
