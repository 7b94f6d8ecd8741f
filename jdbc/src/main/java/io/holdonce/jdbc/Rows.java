// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import io.holdonce.spi.Hold;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The rows of some names, as one statement read them, in key order. */
final class Rows {

    private final List<LeaseRow> all;
    private final Map<ByteBuffer, LeaseRow> byKey = new HashMap<>();

    Rows(List<LeaseRow> all) {
        this.all = List.copyOf(all);
        all.forEach(row -> byKey.put(ByteBuffer.wrap(row.key), row));
    }

    List<LeaseRow> all() {
        return all;
    }

    @Nullable
    LeaseRow of(Hold hold) {
        return byKey.get(ByteBuffer.wrap(hold.name().key()));
    }

    boolean hasAll(List<Hold> holds) {
        return holds.stream().allMatch(hold -> of(hold) != null);
    }

    static List<byte[]> keys(List<Hold> holds) {
        return holds.stream().map(hold -> hold.name().key()).toList();
    }
}
