// SPDX-License-Identifier: Apache-2.0
package io.holdonce.elasticsearch;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The scripts, each with a constant source, since a cluster compiles only a few new ones a minute. */
enum Script {
    ACQUIRE(true, "answer", "holds", "waited_until"),
    AGREE(true, "answer"),
    UNDO(true, "answer"),
    RENEW(true, "answer"),
    RELEASE(true, "answer"),
    REVOKE(true, "answer"),
    READ(false, "answer", "token", "holds", "revoked"),
    CLOCK(false, "answer"),
    /** Asks for nothing back: OpenSearch deletes, and then fails to answer with a document that is gone. */
    PURGE(true);

    final String source;

    /** What of the document comes back; with a filter it is the document as the script left it, written or not. None if empty. */
    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    final List<String> fields;

    Script(boolean usesCommon, String... fields) {
        String own = read(name().toLowerCase(Locale.ROOT) + ".painless");
        this.source = strip(usesCommon ? read("common.painless") + own : own);
        this.fields = List.of(fields);
    }

    static String read(String file) {
        try (InputStream in = Script.class.getResourceAsStream("/holdonce/elasticsearch/" + file)) {
            if (in == null) {
                throw new IllegalStateException("The library is incomplete: " + file + " is missing.");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Comments and indentation would travel with every request. */
    private static String strip(String text) {
        return text.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("//"))
                .collect(Collectors.joining("\n"));
    }
}
