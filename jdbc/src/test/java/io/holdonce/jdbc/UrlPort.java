// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The port in a URL. */
final class UrlPort {

    private static final Pattern PORT = Pattern.compile("//[^/:]+:(\\d+)/");

    private UrlPort() {}

    static int of(String url) {
        Matcher matcher = PORT.matcher(url);
        if (!matcher.find()) {
            throw new IllegalArgumentException("There is no port in the URL.");
        }
        return Integer.parseInt(matcher.group(1));
    }
}
