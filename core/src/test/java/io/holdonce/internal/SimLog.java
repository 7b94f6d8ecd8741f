// SPDX-License-Identifier: Apache-2.0
package io.holdonce.internal;

import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Keeps the engine's warnings off the console during simulated runs and counts a failed handler as a violation. */
final class SimLog extends Handler {

    private static final Logger LOGGER = Logger.getLogger("io.holdonce");
    private static final SimLog HANDLER = new SimLog();

    private SimWorld world;

    static void watch(SimWorld world) {
        HANDLER.world = world;
        LOGGER.setUseParentHandlers(false);
        LOGGER.setLevel(Level.SEVERE);
        LOGGER.removeHandler(HANDLER);
        LOGGER.addHandler(HANDLER);
    }

    static void stop() {
        LOGGER.removeHandler(HANDLER);
        LOGGER.setUseParentHandlers(true);
        LOGGER.setLevel(null);
    }

    @Override
    public void publish(LogRecord record) {
        if (record.getMessage().startsWith("Holdonce failed")) {
            Throwable thrown = record.getThrown();
            world.violated("a handler threw " + thrown + " at " + thrown.getStackTrace()[0]);
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
