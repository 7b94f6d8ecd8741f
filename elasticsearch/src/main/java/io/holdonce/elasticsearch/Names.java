// SPDX-License-Identifier: Apache-2.0
package io.holdonce.elasticsearch;

import java.util.regex.Pattern;

/**
 * The names in the cluster: the alias, and what is made from it.
 *
 * @param alias what every request of a store names
 */
record Names(String alias) {

    private static final Pattern ALIAS = Pattern.compile("[a-z][a-z0-9_.-]{0,99}");

    static final Names DEFAULT = new Names("holdonce-leases");

    Names {
        if (!ALIAS.matcher(alias).matches()) {
            throw new IllegalArgumentException("An alias is a lower-case letter, then up to 99 lower-case letters, digits,"
                    + " hyphens, underscores or dots.");
        }
    }

    /** The index that is made when there is none. */
    String index() {
        return alias + "-1";
    }

    /** The index template, under the alias's own name, for it and for copies of it. */
    String pattern() {
        return alias + "-*";
    }
}
