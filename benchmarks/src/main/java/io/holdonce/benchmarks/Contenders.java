// SPDX-License-Identifier: Apache-2.0
package io.holdonce.benchmarks;

import java.time.Duration;

/** Makes clients. */
final class Contenders {

    private Contenders() {}

    static Contender open(ContenderKind kind, EngineKind engine, String url, String advisedUrl, Duration ttl) {
        return switch (kind) {
            case HOLDONCE -> new HoldonceContender(advisedUrl, ttl);
            case HOLDONCE_PLAIN_URL -> new HoldonceContender(url, ttl);
            case SHEDLOCK -> new ShedLockContender(url, ttl);
            case SPRING -> new SpringContender(engine, url, ttl);
            case SESSION -> new SessionContender(engine, url);
            case RAW -> new RawContender(engine, url, ttl);
        };
    }

    static Contender open(ContenderKind kind, Server server, Duration ttl) {
        return open(kind, server.kind(), server.url(), server.advisedUrl(), ttl);
    }
}
