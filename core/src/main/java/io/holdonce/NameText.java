// SPDX-License-Identifier: Apache-2.0
package io.holdonce;

import java.util.ArrayList;
import java.util.List;

/** The text form of lock names: writing it, reading it, and saying where a text is not one. */
final class NameText {

    private NameText() {}

    static void requireWellFormed(String part) {
        if (part.isEmpty()) {
            throw new IllegalArgumentException("A part of a lock name is empty; leave it out or give it a value.");
        }
        for (int i = 0; i < part.length(); i++) {
            char c = part.charAt(i);
            boolean pair = Character.isHighSurrogate(c)
                    && i + 1 < part.length()
                    && Character.isLowSurrogate(part.charAt(i + 1));
            if (pair) {
                i++;
            } else if (Character.isSurrogate(c)) {
                throw new IllegalArgumentException("A part of a lock name has half of a surrogate pair at index " + i
                        + "; it is not well-formed Unicode.");
            }
        }
    }

    static String format(boolean path, List<String> parts) {
        StringBuilder out = new StringBuilder();
        for (String part : parts) {
            if (path) {
                out.append('/');
            } else if (out.length() > 0) {
                out.append(':');
            }
            for (int i = 0; i < part.length(); i++) {
                char c = part.charAt(i);
                if (c == '\\' || (c == ':' && !path) || (c == '/' && (path || i == 0))) {
                    out.append('\\').append(c);
                } else if (Character.isISOControl(c)) {
                    out.append(String.format("\\u%04x", (int) c));
                } else {
                    out.append(c);
                }
            }
        }
        return out.toString();
    }

    static List<String> parse(String text) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("The lock name is empty.");
        }
        boolean path = text.charAt(0) == '/';
        char separator = path ? '/' : ':';
        List<String> parts = new ArrayList<>();
        StringBuilder part = new StringBuilder();
        for (int i = path ? 1 : 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == separator) {
                parts.add(take(text, i, part, separator));
            } else if (c == '\\') {
                i = unescape(text, i + 1, part);
            } else if (Character.isISOControl(c)) {
                throw malformed(text, i, "control characters are written as \\uXXXX");
            } else {
                part.append(c);
            }
        }
        parts.add(take(text, text.length(), part, separator));
        return List.copyOf(parts);
    }

    private static String take(String text, int at, StringBuilder part, char separator) {
        if (part.isEmpty()) {
            String kind = separator == '/' ? "slash" : "colon";
            throw malformed(
                    text, at, "a part is empty; write \\" + separator + " for a " + kind + " that belongs to a part");
        }
        String result = part.toString();
        part.setLength(0);
        return result;
    }

    /** Reads what follows a backslash into the part; returns the index of its last character. */
    private static int unescape(String text, int at, StringBuilder part) {
        char c = at < text.length() ? text.charAt(at) : '\0';
        if (c == '\\' || c == ':' || c == '/') {
            part.append(c);
            return at;
        }
        if (c == 'u'
                && text.length() >= at + 5
                && text.substring(at + 1, at + 5).matches("[0-9a-fA-F]{4}")) {
            part.append((char) Integer.parseInt(text, at + 1, at + 5, 16));
            return at + 4;
        }
        throw malformed(text, at - 1, "a backslash is followed by \\, :, / or uXXXX");
    }

    private static IllegalArgumentException malformed(String text, int at, String why) {
        return new IllegalArgumentException(
                "Not a lock name: '" + shorten(text) + "', at character " + (at + 1) + ": " + why + ".");
    }

    /** Replaces control characters and halves of surrogate pairs, so that any store can keep a label or note. */
    static String printable(String label) {
        StringBuilder out = new StringBuilder(label.length());
        label.codePoints()
                .forEach(c -> out.appendCodePoint(
                        Character.isISOControl(c) || (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)
                                ? '?'
                                : c));
        return out.toString();
    }

    private static String shorten(String text) {
        String plain = text.length() > 80 ? text.substring(0, 80) + "…" : text;
        return printable(plain);
    }
}
