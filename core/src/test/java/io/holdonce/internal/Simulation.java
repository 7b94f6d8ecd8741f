// SPDX-License-Identifier: Apache-2.0
package io.holdonce.internal;

import io.holdonce.LockName;
import io.holdonce.spi.Revocation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One run: several processes with clients over one store, with whatever goes wrong, until everything has ended. */
final class Simulation {

    private static final List<LockName> FLAT = List.of(LockName.of("a"), LockName.of("b"), LockName.of("c"));
    private static final List<LockName> TREE =
            List.of(LockName.path("t"), LockName.path("t", "a"), LockName.path("t", "a", "x"), LockName.path("t", "b"));

    private final SimWorld world;
    private final SimMutant mutant;
    private final SimStore store;
    private final SimNetwork network;
    private final SimChecks checks;
    private final List<LockName> names;
    private final List<SimProcess> processes = new ArrayList<>();
    private final List<SimClient> clients = new ArrayList<>();
    private final boolean takeOver;
    private final long active;
    private boolean stopping;

    private Simulation(long seed, SimMutant mutant, boolean tracing) {
        this.mutant = mutant;
        this.world = new SimWorld(seed, tracing);
        long ppm = world.random.nextInt(-4_000, 4_001);
        this.store =
                new SimStore(() -> 1_700_000_123L * SimWorld.SECOND + world.now() + world.now() / 1_000 * ppm / 1_000);
        this.network = new SimNetwork(world);
        this.checks = new SimChecks(world, store, network, mutant);
        List<LockName> all = world.chance(0.4) ? TREE : FLAT;
        this.names = all.subList(0, world.random.nextInt(1, all.size() + 1));
        this.takeOver = world.chance(0.2);
        this.active = world.between(8 * SimWorld.SECOND, 40 * SimWorld.SECOND);
    }

    /** What broke, or empty. */
    static Optional<String> run(long seed, SimMutant mutant) {
        return new Simulation(seed, mutant, false).run();
    }

    /** The same run again, with its story. */
    static String trace(long seed, SimMutant mutant, int lines) {
        Simulation again = new Simulation(seed, mutant, true);
        again.run();
        return again.world.trace(lines);
    }

    private Optional<String> run() {
        SimLog.watch(world);
        world.afterEach(checks::afterEach);
        int count = world.random.nextInt(1, 4);
        for (int i = 0; i < count; i++) {
            start("p" + i);
        }
        scheduleFaults();
        world.runUntil(active);
        stopping = true;
        network.heal();
        clients.forEach(SimClient::stop);
        world.trace(() -> "-- the network is healed, the clients stop");
        world.runUntil(active + 160 * SimWorld.SECOND);
        checks.atTheEnd(names, processes);
        checks.forget();
        world.forget();
        processes.forEach(process -> process.engine = null);
        return Optional.ofNullable(world.violation());
    }

    private void start(String name) {
        SimProcess process = new SimProcess(name, world, mutant);
        Duration margin = Duration.ofMillis(mutant == SimMutant.NO_MARGIN ? 1 : 500);
        Settings settings = new Settings(
                name.substring(0, 2),
                takeOver,
                world.chance(0.5) || mutant == SimMutant.NO_MARGIN ? Optional.of(margin) : Optional.empty(),
                Duration.ofSeconds(world.oneOf(1, 2, 5)),
                Duration.ofSeconds(world.oneOf(1, 5)),
                Duration.ofDays(7),
                List.of());
        process.engine =
                new Engine(new SimPort(process, network, store, checks, mutant), process, settings, world.random);
        processes.add(process);
        int count = world.random.nextInt(1, 5);
        for (int i = 0; i < count; i++) {
            SimClient client = new SimClient(process, checks, names, i);
            clients.add(client);
            client.start();
        }
    }

    private void scheduleFaults() {
        double pauses = world.oneOf(0.0, 0.0, 0.5, 2.0);
        double suspends = world.oneOf(0.0, 0.0, 0.5, 2.0);
        double crashes = world.oneOf(0.0, 0.0, 0.5);
        double closes = world.oneOf(0.0, 0.0, 0.5);
        for (SimProcess process : List.copyOf(processes)) {
            often(pauses, () -> process.stop(world.between(10 * SimWorld.MILLI, 15 * SimWorld.SECOND), false));
            often(suspends, () -> process.stop(world.between(10 * SimWorld.MILLI, 15 * SimWorld.SECOND), true));
            often(suspends / 4, () -> process.stepWall(world.between(SimWorld.MILLI, 10 * SimWorld.SECOND)));
            often(crashes, () -> crash(process));
            often(closes, () -> process.post(SimProcess.Lane.CLIENT, 0, () -> close(process)));
        }
        often(
                world.oneOf(0.0, 1.0, 4.0),
                () -> network.outage(world.between(SimWorld.SECOND / 10, 12 * SimWorld.SECOND)));
        often(world.oneOf(0.0, 0.0, 2.0), this::revoke);
    }

    private void often(double expected, Runnable fault) {
        for (double left = expected; left > 0; left--) {
            if (world.chance(left)) {
                world.at(world.random.nextLong(active), fault);
            }
        }
    }

    private void crash(SimProcess process) {
        if (!process.crashed()) {
            process.crash();
            if (!stopping && !process.name.endsWith("'")) {
                start(process.name + "'");
            }
        }
    }

    private void close(SimProcess process) {
        if (!process.closed()) {
            world.trace(() -> process.name + " closes");
            process.engine.close();
            world.trace(() -> process.name + " has closed");
        }
    }

    private void revoke() {
        LockName name = names.get(world.random.nextInt(names.size()));
        boolean now = world.chance(0.3);
        int marked = store.revoke(new Revocation(name, Optional.empty(), "operator", "why not", now), Duration.ZERO);
        world.trace(() -> "revoked " + marked + " holds of " + name + (now ? ", now" : ""));
    }
}
