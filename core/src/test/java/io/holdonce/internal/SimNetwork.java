// SPDX-License-Identifier: Apache-2.0
package io.holdonce.internal;

/** How badly requests and answers travel in one run; drawn once, healed at the end. */
final class SimNetwork {

    private final SimWorld world;
    private final double lostRequests;
    private final double lostAnswers;
    private final double late;
    private final double refused;
    private final double twice;
    private final double slow;
    private final long usual;
    private final boolean calm;
    private boolean healed;
    private long outageUntil = -1;
    private Outage outage = Outage.REFUSES;

    /** What a store does that is down. */
    enum Outage {
        REFUSES,
        SWALLOWS_REQUESTS,
        SWALLOWS_ANSWERS
    }

    SimNetwork(SimWorld world) {
        this.world = world;
        double badness = world.oneOf(0.0, 0.02, 0.1, 0.3);
        this.calm = badness == 0;
        this.lostRequests = badness * world.random.nextDouble();
        this.lostAnswers = badness * world.random.nextDouble();
        this.late = badness * world.random.nextDouble() / 2;
        this.refused = badness * world.random.nextDouble();
        this.twice = badness * world.random.nextDouble();
        this.slow = world.oneOf(0.0, 0.0, 0.05, 0.5) * world.random.nextDouble();
        this.usual = world.between(SimWorld.MILLI / 5, 40 * SimWorld.MILLI);
    }

    /** From now on everything arrives, once and soon; what is under way is not called back. */
    void heal() {
        healed = true;
        outageUntil = -1;
    }

    /** Whether everything that is sent now arrives. */
    boolean delivers() {
        return healed || (calm && outageUntil < 0);
    }

    void outage(long nanos) {
        outage = world.oneOf(Outage.values());
        world.trace(() -> "the store is down and " + outage + " for " + nanos / SimWorld.MILLI + " ms");
        outageUntil = world.now() + nanos;
    }

    private boolean down(Outage kind) {
        return world.now() < outageUntil && outage == kind;
    }

    boolean refuses() {
        return down(Outage.REFUSES) || happens(refused);
    }

    boolean losesRequest() {
        return down(Outage.SWALLOWS_REQUESTS) || happens(lostRequests);
    }

    boolean losesAnswer() {
        return down(Outage.SWALLOWS_ANSWERS) || happens(lostAnswers);
    }

    /** Whether a request lands long after everybody has given it up. */
    boolean isLate() {
        return happens(late);
    }

    boolean arrivesTwice() {
        return happens(twice);
    }

    /** Whether a row of a batch is stuck, or an answer says that nobody knows. */
    boolean isUnclear() {
        return happens(lostAnswers / 2);
    }

    private boolean happens(double probability) {
        return !healed && probability > 0 && world.chance(probability);
    }

    long delay() {
        return happens(slow) ? world.random.nextLong(4 * SimWorld.SECOND) : world.between(SimWorld.MILLI / 10, usual);
    }

    long lateness() {
        return world.between(SimWorld.SECOND, 40 * SimWorld.SECOND);
    }
}
