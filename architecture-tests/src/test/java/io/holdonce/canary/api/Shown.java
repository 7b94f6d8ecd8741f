// SPDX-License-Identifier: Apache-2.0
package io.holdonce.canary.api;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One of everything that an API file must show, and of everything that it must not. */
public abstract sealed class Shown<T extends @Nullable Object> implements Comparable<Shown<T>> {
    public static final int LIMIT = 4;
    protected final @Nullable String seen;
    private final int notSeen = 1;

    protected Shown(@Nullable String seen) {
        this.seen = seen;
    }

    public static <R, X extends Exception> R call(Map<String, ? extends R> a, Supplier<? super R> b, byte[] c)
            throws X {
        throw new UnsupportedOperationException();
    }

    @Deprecated
    public abstract List<@Nullable T> all(Duration... durations);

    int notShown() {
        return notSeen;
    }

    @Override
    public String toString() {
        return "";
    }

    public enum Mode {
        SHARED,
        EXCLUSIVE {
            @Override
            public boolean alone() {
                return true;
            }
        };

        public boolean alone() {
            return false;
        }
    }

    public sealed interface Result {
        String text();

        default boolean good() {
            return true;
        }

        static Result of() {
            return new Granted("", null);
        }

        record Granted(String text, @Nullable Duration ttl) implements Result {}

        non-sealed interface Open extends Result {}
    }

    abstract static non-sealed class Hidden extends Shown<String> {
        Hidden() {
            super(null);
        }
    }

    public static final class Last extends Hidden {
        protected Last() {}

        @Override
        public List<@Nullable String> all(Duration... durations) {
            return List.of();
        }

        @Override
        public int compareTo(Shown<String> other) {
            return notShown();
        }
    }
}
