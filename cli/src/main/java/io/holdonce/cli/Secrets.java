// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import java.util.regex.Pattern;

/** Finds passwords in store URLs, and blots them out of whatever is printed. */
final class Secrets {

    /** A parameter of a JDBC URL whose name ends in password or passwd: {@code ?password=…}, {@code ;PASSWORD=…}. */
    private static final Pattern PARAMETER = Pattern.compile("(?i)([?&;][a-z_.-]*passw(?:or)?d=)([^&;\\s]+)");

    private static final Pattern USER_INFO = Pattern.compile("(//[^/@:\\s]*:)([^/@\\s]+)(?=@)");

    private Secrets() {}

    static boolean in(String url) {
        return PARAMETER.matcher(url).find() || USER_INFO.matcher(url).find();
    }

    static String redact(String text) {
        String withoutParameters = PARAMETER.matcher(text).replaceAll("$1***");
        return USER_INFO.matcher(withoutParameters).replaceAll("$1***");
    }
}
