// SPDX-License-Identifier: Apache-2.0
package io.holdonce.benchmarks;

import java.util.Locale;

/** Numbers for people: three figures that count. */
final class Numbers {

    private Numbers() {}

    static String text(double value) {
        double size = Math.abs(value);
        String format = size >= 100 ? "%,.0f" : size >= 10 ? "%.1f" : size == 0 ? "%.0f" : "%.2f";
        return String.format(Locale.ROOT, format, value);
    }

    static String text(Results.Summary summary) {
        return summary.least() == summary.most()
                ? text(summary.median())
                : text(summary.median()) + " (" + text(summary.least()) + "–" + text(summary.most()) + ")";
    }
}
