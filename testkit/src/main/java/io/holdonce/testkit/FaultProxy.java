// SPDX-License-Identifier: Apache-2.0
package io.holdonce.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/**
 * A TCP proxy on the loopback address that breaks connections in the ways networks do: it stalls or swallows either direction,
 * delays, resets, refuses, and loses the answer to a request that the server has carried out.
 *
 * <p><b>Threads:</b> safe; changes take effect for the bytes read next.
 */
public final class FaultProxy implements AutoCloseable {

    /** What happens to the bytes of one direction. */
    public enum Mode {
        /** They arrive. */
        PASS,
        /** They wait until the mode changes, and then arrive: the late delivery. */
        STALL,
        /** They vanish. */
        SWALLOW
    }

    private static final int CONNECT_MILLIS = 10_000;

    private final InetSocketAddress server;
    private final ServerSocket listener;
    private final Set<Pair> pairs = ConcurrentHashMap.newKeySet();
    private final Object change = new Object();
    private volatile Mode toServer = Mode.PASS;
    private volatile Mode toClient = Mode.PASS;
    private volatile Duration delay = Duration.ZERO;
    private volatile boolean refusing;
    private int answersToLose;
    private Predicate<byte[]> requestToLose = request -> true;

    /**
     * Starts listening on a free port of the loopback address.
     *
     * @param server where connections go
     * @throws IOException if it cannot listen
     */
    @SuppressWarnings("this-escape")
    public FaultProxy(InetSocketAddress server) throws IOException {
        this.server = server;
        this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start("accept", this::accept);
    }

    /**
     * The port that clients connect to.
     *
     * @return a port of the loopback address
     */
    public int port() {
        return listener.getLocalPort();
    }

    /**
     * Sets what happens to requests.
     *
     * @param mode at first {@link Mode#PASS}
     */
    public void toServer(Mode mode) {
        synchronized (change) {
            toServer = mode;
            change.notifyAll();
        }
    }

    /**
     * Sets what happens to answers.
     *
     * @param mode at first {@link Mode#PASS}
     */
    public void toClient(Mode mode) {
        synchronized (change) {
            toClient = mode;
            change.notifyAll();
        }
    }

    /**
     * Sets how long each packet is kept back.
     *
     * @param each at first zero
     */
    public void delay(Duration each) {
        delay = each;
    }

    /** Resets every connection and every new one, until {@link #heal()}. */
    public void refuse() {
        refusing = true;
        reset();
    }

    /** Breaks every open connection by a TCP reset; new ones work. */
    public void reset() {
        pairs.forEach(Pair::reset);
    }

    /**
     * Loses answers: each of the next matching requests reaches the server, the first bytes of its answer are thrown away and
     * its connection is reset. So the client does not know, and the server has done it.
     *
     * @param answers how many, at least 1
     * @param request tells from the bytes of one packet to the server whether it is one of those requests
     */
    public void loseAnswers(int answers, Predicate<byte[]> request) {
        synchronized (change) {
            answersToLose = answers;
            requestToLose = request;
        }
    }

    /** Lets everything pass again, at once, also for connections that stalled. */
    public void heal() {
        synchronized (change) {
            toServer = Mode.PASS;
            toClient = Mode.PASS;
            delay = Duration.ZERO;
            refusing = false;
            answersToLose = 0;
            change.notifyAll();
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        reset();
        heal();
    }

    private boolean losesAnswerTo(byte[] packet) {
        synchronized (change) {
            if (answersToLose > 0 && requestToLose.test(packet)) {
                answersToLose--;
                return true;
            }
            return false;
        }
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                if (refusing) {
                    resetQuietly(client);
                } else {
                    // Connecting may take long; others must not wait for it.
                    start("connect", () -> connect(client));
                }
            } catch (IOException e) {
                // The listener was closed, which ends the loop, or one client went away, which concerns only it.
            }
        }
    }

    private void connect(Socket client) {
        Socket upstream = new Socket();
        try {
            upstream.connect(server, CONNECT_MILLIS);
            client.setTcpNoDelay(true);
            upstream.setTcpNoDelay(true);
        } catch (IOException e) {
            resetQuietly(client);
            resetQuietly(upstream);
            return;
        }
        Pair pair = new Pair(client, upstream);
        pairs.add(pair);
        if (refusing || listener.isClosed()) {
            pair.reset();
            return;
        }
        start("up", () -> pair.pump(client, upstream, true));
        start("down", () -> pair.pump(upstream, client, false));
    }

    private static void start(String what, Runnable work) {
        Thread thread = new Thread(work, "fault-proxy-" + what);
        thread.setDaemon(true);
        thread.start();
    }

    private static void resetQuietly(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
        } catch (SocketException e) {
            // Closed already; closing it again does no harm.
        }
        try {
            socket.close();
        } catch (IOException e) {
            // Nothing is left that could be freed.
        }
    }

    /** A client's connection and the one to the server that stands for it. */
    private final class Pair {

        private final Socket client;
        private final Socket upstream;
        private volatile boolean losesNextAnswer;
        private volatile boolean broken;

        Pair(Socket client, Socket upstream) {
            this.client = client;
            this.upstream = upstream;
        }

        void reset() {
            broken = true;
            pairs.remove(this);
            resetQuietly(client);
            resetQuietly(upstream);
            synchronized (change) {
                change.notifyAll();
            }
        }

        void pump(Socket from, Socket to, boolean up) {
            byte[] buffer = new byte[64 * 1024];
            try {
                InputStream in = from.getInputStream();
                for (int n = in.read(buffer); n >= 0 && !broken; n = in.read(buffer)) {
                    if (!pass(Arrays.copyOf(buffer, n), to, up)) {
                        break;
                    }
                }
                to.shutdownOutput();
            } catch (IOException e) {
                reset();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                reset();
            }
        }

        /** Returns false once the connection is broken. */
        private boolean pass(byte[] packet, Socket to, boolean up) throws IOException, InterruptedException {
            LockSupport.parkNanos(delay.toNanos());
            synchronized (change) {
                while ((up ? toServer : toClient) == Mode.STALL && !broken) {
                    change.wait();
                }
            }
            if (!up && losesNextAnswer) {
                reset();
                return false;
            }
            if ((up ? toServer : toClient) == Mode.SWALLOW) {
                return true;
            }
            if (up && losesAnswerTo(packet)) {
                losesNextAnswer = true;
            }
            to.getOutputStream().write(packet);
            return !broken;
        }
    }
}
