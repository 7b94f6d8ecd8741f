// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Durations as people type and read them: {@code 30}, {@code 0.5}, {@code 500ms}, {@code 10s}, {@code 5m}, {@code 1h30m}. */
final class DurationText implements ITypeConverter<Duration> {

    private static final Pattern PART = Pattern.compile("(\\d{1,15}(?:\\.\\d{1,9})?)(ms|s|m|h|d)?");

    @Override
    public Duration convert(String text) {
        return parse(text);
    }

    static Duration parse(String text) {
        String plain = text.strip().toLowerCase(Locale.ROOT);
        try {
            return plain.startsWith("p") ? notNegative(Duration.parse(plain), text) : parts(plain, text);
        } catch (DateTimeParseException | ArithmeticException e) {
            throw malformed(text);
        }
    }

    private static Duration parts(String plain, String text) {
        Matcher part = PART.matcher(plain);
        Duration sum = Duration.ZERO;
        int at = 0;
        while (at < plain.length()) {
            // A bare number stands alone: 90 is 90 seconds, 1h30 is a mistake.
            if (!part.find() || part.start() != at || (part.group(2) == null && part.end() - at != plain.length())) {
                throw malformed(text);
            }
            if (part.group(2) == null && at > 0) {
                throw malformed(text);
            }
            long unitMillis = unitMillis(part.group(2) == null ? "s" : part.group(2));
            BigDecimal nanos = new BigDecimal(part.group(1)).multiply(BigDecimal.valueOf(unitMillis * 1_000_000L));
            BigDecimal[] seconds = nanos.divideAndRemainder(BigDecimal.valueOf(1_000_000_000L));
            sum = sum.plusSeconds(seconds[0].longValueExact()).plusNanos(seconds[1].longValue());
            at = part.end();
        }
        if (at == 0) {
            throw malformed(text);
        }
        return sum;
    }

    private static long unitMillis(String unit) {
        return switch (unit) {
            case "ms" -> 1;
            case "s" -> 1_000;
            case "m" -> 60_000;
            case "h" -> 3_600_000;
            default -> 86_400_000;
        };
    }

    private static Duration notNegative(Duration value, String text) {
        if (value.isNegative()) {
            throw malformed(text);
        }
        return value;
    }

    private static TypeConversionException malformed(String text) {
        return new TypeConversionException("'" + Text.printable(text)
                + "' is not a duration; write seconds (30, 0.5) or 500ms, 10s, 5m, 1h, 1d, or ISO 8601 (PT30S), never"
                + " negative.");
    }

    /** The largest two units that say enough: {@code 850 ms}, {@code 12 s}, {@code 3 min 20 s}, {@code 2 h 5 min}. */
    static String format(Duration value) {
        long millis = Math.max(0, value.toMillis());
        long seconds = millis / 1_000;
        if (seconds < 1) {
            return millis + " ms";
        }
        if (seconds < 60) {
            return seconds < 10 && millis % 1_000 >= 100 ? seconds + "." + millis % 1_000 / 100 + " s" : seconds + " s";
        }
        if (seconds < 3_600) {
            return two(seconds / 60, "min", seconds % 60, "s");
        }
        if (seconds < 86_400) {
            return two(seconds / 3_600, "h", seconds % 3_600 / 60, "min");
        }
        return two(seconds / 86_400, "d", seconds % 86_400 / 3_600, "h");
    }

    private static String two(long large, String largeUnit, long small, String smallUnit) {
        return large + " " + largeUnit + (small == 0 ? "" : " " + small + " " + smallUnit);
    }
}
