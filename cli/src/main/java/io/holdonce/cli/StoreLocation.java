// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import java.util.Optional;

/**
 * Where a store is and how to log in to it; prints no secret.
 *
 * @param url its URL
 * @param kind what it is
 * @param user the user, if it is not in the URL
 * @param password the password, if there is one outside the URL; without a user, a cluster's API key
 * @param local whether it is the user's own SQLite file
 * @param unasked whether the local store was taken because none was named
 * @param source who named it, for people
 */
record StoreLocation(
        String url,
        StoreKind kind,
        Optional<String> user,
        Optional<String> password,
        boolean local,
        boolean unasked,
        String source) {

    /** The URL as it may be shown. */
    String shown() {
        return Text.printable(Secrets.redact(url));
    }

    @Override
    public String toString() {
        return shown() + (unasked ? " (by default, since " + source + " names one)" : " (from " + source + ")");
    }
}
