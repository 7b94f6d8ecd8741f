// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.function.Consumer;

/**
 * Takes signals that were sent to this process.
 *
 * <p>By reflection, because javac warns of {@code sun.misc.Signal} in a way that cannot be switched off; the JDK has no other
 * way, and keeps that class in {@code jdk.unsupported} for exactly this use.
 */
final class Signals {

    private Signals() {}

    /**
     * Hands a signal to an action instead of letting the JVM act on it. A signal that was ignored when this process began
     * (nohup) stays ignored.
     *
     * @param name without SIG
     * @param action called on a thread of its own
     */
    static void handle(String name, Consumer<String> action) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object proxy = Proxy.newProxyInstance(
                    handler.getClassLoader(), new Class<?>[] {handler}, (self, method, arguments) -> {
                        if (method.getName().equals("handle")) {
                            action.accept(name);
                        }
                        return answerOfObject(self, method, arguments);
                    });
            signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance(name), proxy);
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            // The signal does not exist here or the JVM keeps it: it then does what it does by default.
            System.getLogger("io.holdonce.cli").log(System.Logger.Level.DEBUG, "Signal {0} is not forwarded", name);
        }
    }

    private static Object answerOfObject(Object self, Method method, Object[] arguments) {
        return switch (method.getName()) {
            case "hashCode" -> System.identityHashCode(self);
            case "equals" -> self == arguments[0];
            default -> "signal handler";
        };
    }

    /** The number of a signal that a shell adds to 128. */
    static int number(String name) {
        return switch (name) {
            case "HUP" -> 1;
            case "INT" -> 2;
            case "TERM" -> 15;
            default -> 0;
        };
    }
}
