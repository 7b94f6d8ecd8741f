// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import io.holdonce.spi.Renewal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Divides renewals into what one statement can do: one ttl, exclusive holds or not, so many rows. */
final class Chunks {

    private Chunks() {}

    private record Kind(boolean alone, Duration ttl) {}

    /** Keeps the order within each kind, so that the earliest deadline goes first. */
    static List<List<Renewal>> of(List<Renewal> renewals, int rows) {
        Map<Kind, List<List<Renewal>>> byKind = new LinkedHashMap<>();
        for (Renewal renewal : renewals) {
            List<List<Renewal>> chunks =
                    byKind.computeIfAbsent(new Kind(Renewing.alone(renewal), renewal.ttl()), kind -> new ArrayList<>());
            List<Renewal> last = chunks.isEmpty() ? List.of() : chunks.get(chunks.size() - 1);
            int size = last.stream().mapToInt(each -> each.holds().size()).sum();
            if (last.isEmpty() || size + renewal.holds().size() > rows) {
                last = new ArrayList<>();
                chunks.add(last);
            }
            last.add(renewal);
        }
        return byKind.values().stream().flatMap(Collection::stream).toList();
    }
}
