// SPDX-License-Identifier: Apache-2.0
package io.holdonce.elasticsearch;

import io.holdonce.HoldonceException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What came of one {@link Update}.
 *
 * @param kind what the cluster said
 * @param document the asked part of the document as the script left it
 * @param failure what it means for the caller, if it is none of the good answers
 */
record Outcome(
        Kind kind, Map<String, Object> document, @Nullable HoldonceException failure) {

    enum Kind {
        /** Created or updated, and acknowledged: the only proof of anything. */
        WRITTEN,
        DELETED,
        /** Nothing was written, says the copy that took itself for the primary. */
        NOTHING,
        /** There is no such document. */
        MISSING,
        /**
         * Written by one copy where the index should have more: a primary that was demoted while it was stopped says so of
         * writes that are thrown away a moment later. No proof; sent again.
         */
        ALONE,
        /** Another write came between, or this one did, twice. Sent again. */
        CONFLICT,
        /** The cluster has too much to do. Sent again. */
        BUSY,
        FAILED
    }

    static Outcome failed(HoldonceException failure) {
        return new Outcome(Kind.FAILED, Map.of(), failure);
    }

    /** What the script said. */
    String said() {
        return Json.text(answer(), "said");
    }

    Map<String, Object> answer() {
        return Json.object(document, "answer");
    }

    /** The store's clock as the script read it. */
    long now() {
        return Json.number(answer(), "now");
    }

    boolean isWritten(String said) {
        return kind == Kind.WRITTEN && said().equals(said);
    }

    /** What went wrong; only for an answer that is none. */
    HoldonceException problem() {
        return failure == null ? Failures.unexpected(kind + " " + said()) : failure;
    }
}
