// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is sent to this process while it waits for a lock or holds one: forwarded to the command once it runs, and before that
 * the reason to give up.
 *
 * <p><b>Threads:</b> safe from any thread.
 */
final class CommandSignals {

    private final Thread waiter = Thread.currentThread();
    private @Nullable LockedCommand command;
    private @Nullable String received;
    private boolean waiting = true;

    private CommandSignals() {}

    /** Listens from now on; the calling thread is interrupted by a signal as long as there is no command. */
    static CommandSignals listen() {
        CommandSignals signals = new CommandSignals();
        for (String name : new String[] {"TERM", "INT", "HUP"}) {
            Signals.handle(name, signals::end);
        }
        // A stopped process renews nothing, so its command would be killed at the lease's deadline.
        Signals.handle(
                "TSTP", name -> Console.say("not stopped: a lock cannot be held while stopped. Ctrl-C ends it."));
        Signals.handle("WINCH", signals::forward);
        return signals;
    }

    private synchronized void end(String name) {
        if (command != null) {
            command.signal(name);
        } else if (received == null) {
            received = name;
            if (waiting) {
                waiter.interrupt();
            }
        }
    }

    private synchronized void forward(String name) {
        if (command != null) {
            command.signal(name);
        }
    }

    /** The signal that came while there was no command. */
    synchronized Optional<String> received() {
        return Optional.ofNullable(received);
    }

    /** The wait is over: from now on no signal interrupts the thread that waited. Clears its interrupt, if one came late. */
    synchronized void waited() {
        waiting = false;
        boolean unused = Thread.interrupted();
    }

    /** From now on signals go to the command, one that came in the meantime first. */
    synchronized void forwardTo(LockedCommand started) {
        command = started;
        if (received != null) {
            started.signal(received);
        }
    }
}
