// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import io.holdonce.LockName;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Names whose rows another transaction has committed, as far as this process has seen: the latest ten thousand. */
final class TransactionKnownNames {

    private static final int MOST = 10_000;

    private final Set<LockName> names = Collections.synchronizedSet(Collections.newSetFromMap(new Latest()));

    private static final class Latest extends LinkedHashMap<LockName, Boolean> {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<LockName, Boolean> eldest) {
            return size() > MOST;
        }
    }

    boolean contains(LockName name) {
        return names.contains(name);
    }

    void add(LockName name) {
        names.add(name);
    }

    void remove(LockName name) {
        names.remove(name);
    }
}
