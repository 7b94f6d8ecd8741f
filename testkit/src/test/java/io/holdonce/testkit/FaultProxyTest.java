// SPDX-License-Identifier: Apache-2.0
package io.holdonce.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdonce.testkit.FaultProxy.Mode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Each way to break a connection breaks it in that way, seen from both ends. */
@Timeout(60)
class FaultProxyTest {

    private final BlockingQueue<String> arrived = new LinkedBlockingQueue<>();
    private ServerSocket server;
    private FaultProxy proxy;

    @BeforeEach
    void start() throws IOException {
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        daemon(this::serve);
        proxy = new FaultProxy(new InetSocketAddress(server.getInetAddress(), server.getLocalPort()));
    }

    @AfterEach
    void stop() throws IOException {
        proxy.close();
        server.close();
    }

    @Test
    void requestsAndAnswersPass() throws Exception {
        try (Client client = new Client()) {
            assertThat(client.ask("one")).isEqualTo("done one");
            assertThat(client.ask("two")).isEqualTo("done two");
        }
    }

    @Test
    void delayedAnswersPassAllTheSame() throws Exception {
        proxy.delay(Duration.ofMillis(20));
        try (Client client = new Client()) {
            assertThat(client.ask("slow")).isEqualTo("done slow");
        }
    }

    @Test
    void lostAnswerMeansDoneAndNotKnown() throws Exception {
        try (Client client = new Client()) {
            client.ask("warm");
            proxy.loseAnswers(1, request -> new String(request, StandardCharsets.UTF_8).startsWith("commit"));
            assertThat(client.ask("begin")).isEqualTo("done begin");
            assertThatThrownBy(() -> client.ask("commit")).isInstanceOf(IOException.class);
        }
        assertThat(arrived).containsExactly("warm", "begin", "commit");
        try (Client next = new Client()) {
            assertThat(next.ask("commit again")).isEqualTo("done commit again");
        }
    }

    @Test
    void swallowedRequestNeverArrives() throws Exception {
        try (Client client = new Client()) {
            client.ask("warm");
            proxy.toServer(Mode.SWALLOW);
            assertThatThrownBy(() -> client.ask("swallowed")).isInstanceOf(SocketTimeoutException.class);
        }
        proxy.heal();
        try (Client next = new Client()) {
            next.ask("after");
        }
        assertThat(arrived).containsExactly("warm", "after");
    }

    @Test
    void swallowedAnswerMeansDoneAndSilence() throws Exception {
        try (Client client = new Client()) {
            client.ask("warm");
            proxy.toClient(Mode.SWALLOW);
            assertThatThrownBy(() -> client.ask("silent")).isInstanceOf(SocketTimeoutException.class);
        }
        assertThat(arrived).containsExactly("warm", "silent");
    }

    @Test
    void stalledRequestArrivesLate() throws Exception {
        try (Client client = new Client()) {
            client.ask("warm");
            arrived.clear();
            proxy.toServer(Mode.STALL);
            assertThatThrownBy(() -> client.ask("late")).isInstanceOf(SocketTimeoutException.class);
            assertThat(arrived).isEmpty();
            proxy.heal();
            assertThat(arrived.poll(30, TimeUnit.SECONDS)).isEqualTo("late");
        }
    }

    @Test
    void refusedConnectionsAreResetOldAndNew() throws Exception {
        try (Client old = new Client()) {
            old.ask("warm");
            proxy.refuse();
            assertThatThrownBy(() -> old.ask("cut")).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> new Client().ask("refused")).isInstanceOf(IOException.class);
        }
        proxy.heal();
        try (Client next = new Client()) {
            assertThat(next.ask("back")).isEqualTo("done back");
        }
        assertThat(arrived).containsExactly("warm", "back");
    }

    private void serve() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                daemon(() -> answer(socket));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void answer(Socket socket) {
        try (socket) {
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                arrived.add(line);
                socket.getOutputStream().write(("done " + line + "\n").getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            // Cut, as some cases do; the client's end asserts it.
        }
    }

    private static void daemon(Runnable work) {
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        thread.start();
    }

    /** Asks in lines, and gives up on an answer after a while. */
    private final class Client implements AutoCloseable {
        private final Socket socket = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
        private final BufferedReader in =
                new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));

        Client() throws IOException {
            socket.setSoTimeout(2_000);
        }

        String ask(String line) throws IOException {
            socket.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
            String answer = in.readLine();
            if (answer == null) {
                throw new IOException("The connection was closed.");
            }
            return answer;
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
