// SPDX-License-Identifier: Apache-2.0
package io.holdonce.spi;

import java.util.List;

/**
 * What a store found out about itself.
 *
 * @param product the engine and its version, for people
 * @param findings what was looked at, each with its verdict
 */
public record StoreCheck(String product, List<Finding> findings) {

    /** Keeps an unmodifiable copy of the findings. */
    public StoreCheck {
        findings = List.copyOf(findings);
    }

    /** How serious a finding is. */
    public enum Level {
        /** As it should be. */
        OK,
        /** Works, with a promise weakened or a risk named. */
        WARN,
        /** Cannot or must not be used so. */
        ERROR
    }

    /**
     * One thing that was looked at.
     *
     * @param level the verdict
     * @param subject what was looked at
     * @param detail what was found
     * @param remedy what to do; empty when all is well
     */
    public record Finding(Level level, String subject, String detail, String remedy) {}
}
