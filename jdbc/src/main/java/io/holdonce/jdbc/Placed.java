// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A statement's text with numbered parameters ({@code ?1}), for drivers that only count question marks: a value goes to every
 * place with its number, a list of values takes as many places as it needs.
 *
 * <p>A list is filled up to a power of two by its last value, so that few different texts come into being.
 */
final class Placed {

    private static final Pattern PLACE = Pattern.compile("\\?(\\d*)");

    private final List<String> parts = new ArrayList<>();
    private final List<Integer> numbers = new ArrayList<>();

    /** Question marks without a number count from 1. */
    Placed(String text) {
        Matcher matcher = PLACE.matcher(text);
        int end = 0;
        while (matcher.find()) {
            parts.add(text.substring(end, matcher.start()));
            numbers.add(matcher.group(1).isEmpty() ? numbers.size() + 1 : Integer.parseInt(matcher.group(1)));
            end = matcher.end();
        }
        parts.add(text.substring(end));
    }

    /** The text for these values, the first of which has number 1. */
    String text(List<@Nullable Object> values) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < numbers.size(); i++) {
            text.append(parts.get(i)).append('?');
            text.append(", ?".repeat(size(values.get(numbers.get(i) - 1)) - 1));
        }
        return text.append(parts.get(parts.size() - 1)).toString();
    }

    /** The values in the order of the question marks. */
    List<@Nullable Object> places(List<@Nullable Object> values) {
        List<@Nullable Object> places = new ArrayList<>();
        for (int number : numbers) {
            Object value = values.get(number - 1);
            if (value instanceof List<?> list) {
                for (int i = 0; i < size(list); i++) {
                    places.add(list.get(Math.min(i, list.size() - 1)));
                }
            } else {
                places.add(value);
            }
        }
        return places;
    }

    private static int size(@Nullable Object value) {
        if (!(value instanceof List<?> list)) {
            return 1;
        }
        if (list.isEmpty()) {
            throw new IllegalArgumentException("An empty list has no place in a statement.");
        }
        int highest = Integer.highestOneBit(list.size());
        return highest == list.size() ? highest : highest * 2;
    }
}
