// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import io.holdonce.HoldInfo;
import io.holdonce.HoldState;
import io.holdonce.LockMode;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** How holds, times and tables are written for people. */
final class Text {

    private static final DateTimeFormatter MOMENT = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

    private Text() {}

    /** A moment in the user's own zone, to the second. */
    static String moment(Instant instant) {
        return MOMENT.format(instant.atZone(ZoneId.systemDefault()).truncatedTo(ChronoUnit.SECONDS));
    }

    /** Who has it, how, since when. */
    static String blocker(HoldInfo hold) {
        if (hold.state() == HoldState.AWAITED) {
            return "an exclusive request waits for its sharers to leave";
        }
        String kept = hold.state() == HoldState.KEPT ? ", released but kept taken" : "";
        String revoked = hold.state() == HoldState.REVOKED ? ", revoked" : "";
        String held = hold.mode().isIntent()
                ? "something below '" + hold.name() + "' held "
                        + (hold.mode() == LockMode.INTENT_EXCLUSIVE ? "EXCLUSIVE" : "SHARED")
                : "held " + hold.mode();
        return held + " by " + hold.holder() + " since " + moment(hold.since()) + kept + revoked
                + ", ends in " + DurationText.format(hold.remaining())
                + (hold.state() == HoldState.HELD ? " unless renewed" : "")
                + (hold.note().isEmpty() ? "" : " (" + hold.note() + ")");
    }

    /** With a full stop, whether or not it came with one. */
    static String sentence(String text) {
        return text.matches("(?s).*[.!?]\\s*") ? text : text + ".";
    }

    /** Without control characters, so that no text can play with the terminal. */
    static String printable(String text) {
        StringBuilder out = new StringBuilder(text.length());
        text.codePoints().forEach(c -> out.appendCodePoint(Character.isISOControl(c) ? '?' : c));
        return out.toString();
    }

    /** Rows in columns as wide as their widest cell; the first row is the heading. */
    static String table(List<List<String>> rows) {
        int columns = rows.get(0).size();
        int[] widths = new int[columns];
        rows.forEach(row -> {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], width(row.get(i)));
            }
        });
        StringBuilder out = new StringBuilder();
        rows.forEach(row -> {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < columns; i++) {
                line.append(row.get(i)).append(" ".repeat(widths[i] - width(row.get(i)) + 2));
            }
            out.append(line.toString().stripTrailing()).append('\n');
        });
        return out.toString();
    }

    private static int width(String cell) {
        return cell.codePointCount(0, cell.length());
    }
}
