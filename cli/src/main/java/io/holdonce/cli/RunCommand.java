// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import io.holdonce.LockName;
import io.holdonce.LockRequest;
import io.holdonce.Locks;
import io.holdonce.spi.LeaseStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code holdonce run}: holds locks while a command runs. */
@Command(
        name = "run",
        header = "Run a command while holding one or more locks.",
        customSynopsis = "holdonce run [OPTIONS] NAME... -- COMMAND [ARGUMENT...]",
        description = {
            "Waits until it holds every NAME, runs COMMAND, releases, and ends with COMMAND's exit code. COMMAND sees"
                    + " HOLDONCE_LOCK and HOLDONCE_FENCING_TOKEN. It never outlives the locks: it gets SIGTERM when they"
                    + " are about to be lost, and SIGKILL when they are."
        },
        footer = {
            "",
            "Exit codes: COMMAND's own, or 64 usage, 69 store unavailable, 70 lease lost, 75 held by another (-E for"
                    + " another code), 78 configuration or schema, 126 and 127 COMMAND cannot be executed or found,"
                    + " 128+n ended by signal n."
        })
final class RunCommand implements Callable<Integer> {

    private static final Duration LONGEST_DEFAULT_KILL_AFTER = Duration.ofSeconds(5);

    /** Four times the least margin, so that the library does not refuse it after the store was opened. */
    private static final Duration LEAST_TTL = Duration.ofSeconds(2);

    @Parameters(paramLabel = "NAME", arity = "1..*", description = "What to lock, such as nightly or flow:nightly-42.")
    private List<String> names = List.of();

    @ArgGroup
    private @Nullable Patience patience;

    /** How long to wait; either or neither. */
    static final class Patience {
        @Option(
                names = {"-n", "--no-wait"},
                description = "Give up at once if another holds it.")
        private boolean noWait;

        @Option(
                names = {"-w", "--wait"},
                paramLabel = "DURATION",
                description = "Give up after so long: seconds, or 500ms, 10s, 5m, 1h. Default: wait for ever.")
        private @Nullable Duration wait;
    }

    @Option(
            names = {"-s", "--shared"},
            description = "Share it with other shared holders; default exclusive.")
    private boolean shared;

    @Option(
            names = "--ttl",
            paramLabel = "DURATION",
            description = "How long the lock lasts if this process dies unseen. Default: ${DEFAULT-VALUE}.",
            defaultValue = "30s")
    private Duration ttl = Duration.ofSeconds(30);

    @Option(
            names = "--at-least",
            paramLabel = "DURATION",
            description = "Keep it taken at least so long, even if COMMAND ends sooner.",
            defaultValue = "0")
    private Duration atLeast = Duration.ZERO;

    @Option(
            names = "-E",
            paramLabel = "CODE",
            description = "Exit code when another holds it. Default: ${DEFAULT-VALUE}.",
            defaultValue = "" + ExitCode.HELD)
    private int heldCode = ExitCode.HELD;

    @Option(
            names = "--kill-after",
            paramLabel = "DURATION",
            description = "How long before the end of a lost lock COMMAND gets SIGTERM; at most a third of the ttl."
                    + " Default: 5s, or a quarter of the ttl if that is less.")
    private @Nullable Duration killAfter;

    @Option(names = "--note", paramLabel = "TEXT", description = "A note for whoever finds it held.")
    private @Nullable String note;

    @Option(
            names = "--holder",
            paramLabel = "LABEL",
            description = "Who holds it, for people. Default: COMMAND/host/process.")
    private @Nullable String holder;

    @Mixin
    private StoreOption store = new StoreOption();

    @Mixin
    private CommonOptions common = new CommonOptions();

    private List<String> command = List.of();

    void command(List<String> given) {
        command = given;
    }

    @Override
    public Integer call() throws Exception {
        common.apply();
        if (command.isEmpty()) {
            throw CliException.usage(
                    "no command: write it after two hyphens, as in 'holdonce run nightly -- ./job.sh'.");
        }
        LockRequest request = request();
        Duration grace = killAfter();
        if (heldCode < 0 || heldCode > 255) {
            throw CliException.usage("-E " + heldCode + " is not an exit code; give one from 0 to 255.");
        }
        LockedCommand.requireSupported();
        String executable = CommandPath.require(command.get(0), System.getenv());
        StoreLocation location = store.location();
        LeaseStore opened = OpenStore.forLocking(location);
        if (location.unasked()) {
            Console.say("no store named, so the lock is kept in "
                    + location.kind().file(location.url()).orElseThrow()
                    + ": other machines and other users do not see it. Name one by --store or HOLDONCE_STORE, or say"
                    + " --store local.");
        }
        Outage outage = new Outage(grace);
        try (Locks locks = OpenStore.locks(opened, holder == null ? HolderText.of(command.get(0)) : holder)
                .listener(outage)
                .build()) {
            StderrLoggerFinder.errorsOnly();
            CommandSignals signals = CommandSignals.listen();
            LockWait wait = new LockWait(locks, request, signals);
            return wait.acquire(patienceOrEver())
                    .map(lease -> new LockedRun(lease, names, grace, signals).run(executable, command))
                    .orElseGet(() -> signals.received().map(LockWait::exitCode).orElse(heldCode));
        }
    }

    private LockRequest request() {
        if (ttl.compareTo(LEAST_TTL) < 0) {
            throw CliException.usage("--ttl " + DurationText.format(ttl)
                    + " is too short to renew in: it must be at least " + DurationText.format(LEAST_TTL) + ".");
        }
        LockName[] parsed = names.stream().map(LockName::parse).toArray(LockName[]::new);
        LockRequest request = shared ? Locks.shared(parsed) : Locks.exclusive(parsed);
        return request.ttl(ttl).holdAtLeast(atLeast).note(note == null || note.isBlank() ? "holdonce run" : note);
    }

    private Duration killAfter() {
        if (killAfter == null) {
            Duration quarter = ttl.dividedBy(4);
            return quarter.compareTo(LONGEST_DEFAULT_KILL_AFTER) < 0 ? quarter : LONGEST_DEFAULT_KILL_AFTER;
        }
        if (killAfter.multipliedBy(3).compareTo(ttl) > 0) {
            throw CliException.usage("--kill-after " + DurationText.format(killAfter)
                    + " is more than a third of the ttl of "
                    + DurationText.format(ttl) + ", so one missed renewal would end the command; give less, or a longer"
                    + " --ttl.");
        }
        return killAfter;
    }

    /** Null stands for ever. */
    private @Nullable Duration patienceOrEver() {
        if (patience == null) {
            return null;
        }
        return patience.noWait ? Duration.ZERO : patience.wait;
    }
}
