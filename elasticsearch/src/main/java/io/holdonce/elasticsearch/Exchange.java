// SPDX-License-Identifier: Apache-2.0
package io.holdonce.elasticsearch;

import io.holdonce.StoreUnavailableException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** What the transports share: waiting for an answer no longer than allowed, and what a failure says about it. */
final class Exchange {

    /** Classes of the clients, told by their names so that none is loaded. */
    private static final Set<String> NOT_CONNECTED = Set.of(
            "ConnectTimeoutException",
            "HttpConnectTimeoutException",
            "ConnectionPoolTimeoutException",
            "ConnectionRequestTimeoutException",
            "UnsupportedSchemeException");

    private Exchange() {}

    static Transport.Answer await(CompletableFuture<Transport.Answer> answer, Runnable cancel, Duration timeout) {
        try {
            return answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            cancel.run();
            throw new StoreUnavailableException(
                    "The cluster did not answer within " + timeout.toMillis() + " ms; it may have happened.", true, e);
        } catch (InterruptedException e) {
            cancel.run();
            Thread.currentThread().interrupt();
            throw new StoreUnavailableException("Interrupted while the cluster was asked.", true, e);
        } catch (ExecutionException e) {
            throw failed(e.getCause() == null ? e : e.getCause());
        }
    }

    static StoreUnavailableException failed(Throwable failure) {
        boolean sent = !neverSent(failure);
        return new StoreUnavailableException(
                "The cluster did not answer: " + failure + (sent ? "; it may have happened." : "; nothing was sent."),
                sent,
                failure);
    }

    /** Also of the attempts that came before, at other nodes; clients hand them on as suppressed. */
    private static boolean neverSent(Throwable failure) {
        for (Throwable earlier : failure.getSuppressed()) {
            if (!neverSent(earlier)) {
                return false;
            }
        }
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (isNotConnected(cause)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isNotConnected(Throwable cause) {
        return cause instanceof ConnectException
                || cause instanceof UnknownHostException
                || cause instanceof NoRouteToHostException
                || NOT_CONNECTED.contains(cause.getClass().getSimpleName());
    }

    static String text(@Nullable InputStream body) throws IOException {
        if (body == null) {
            return "";
        }
        try (body) {
            return new String(body.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
