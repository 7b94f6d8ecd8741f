// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import io.holdonce.HoldInfo;
import io.holdonce.LockStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code holdonce ls}: what is held. */
@Command(name = "ls", header = "List what is held, by whom and since when.")
final class LsCommand implements Callable<Integer> {

    private static final List<String> HEADING = List.of("NAME", "MODE", "HOLDER", "SINCE", "ENDS IN", "TOKEN", "STATE");

    @Option(
            names = "--prefix",
            paramLabel = "TEXT",
            description = "Only names that begin with TEXT.",
            defaultValue = "")
    private String prefix = "";

    @Option(names = "--json", description = "One line of JSON for each name, for programs.")
    private boolean json;

    @Mixin
    private StoreOption store = new StoreOption();

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        common.apply();
        try (Administration admin = Administration.open(store.location())) {
            List<LockStatus> held = admin.locks().list(prefix);
            if (!held.isEmpty()) {
                print(held);
                if (OpenStore.listsLate()) {
                    Console.say("this list may be a second old; 'holdonce show NAME' is exact.");
                }
            } else {
                Console.say("nothing is held" + (prefix.isEmpty() ? "." : " under '" + Text.printable(prefix) + "'."));
            }
            return ExitCode.OK;
        }
    }

    private void print(List<LockStatus> held) {
        if (json) {
            held.forEach(status -> Console.OUT.println(StatusJson.line(status)));
            return;
        }
        List<List<String>> rows = new ArrayList<>();
        rows.add(HEADING);
        held.forEach(status -> status.holds().forEach(hold -> rows.add(row(hold))));
        Console.OUT.print(Text.table(rows));
    }

    private static List<String> row(HoldInfo hold) {
        boolean waiting = hold.holder().isEmpty();
        return List.of(
                hold.name().toString(),
                hold.mode().toString(),
                waiting ? "-" : hold.holder(),
                Text.moment(hold.since()),
                DurationText.format(hold.remaining()),
                waiting ? "-" : String.valueOf(hold.fencingToken()),
                hold.state().toString().toLowerCase(Locale.ROOT));
    }
}
