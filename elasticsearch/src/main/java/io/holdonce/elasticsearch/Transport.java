// SPDX-License-Identifier: Apache-2.0
package io.holdonce.elasticsearch;

import io.holdonce.StoreUnavailableException;
import java.time.Duration;

/**
 * Sends HTTP requests to a cluster over a client that the user already has: {@link RestTransport}, {@link Rest5Transport},
 * {@link OpenSearchTransport}, or {@link JdkTransport} where there is none. Addresses, log-in, TLS and connections are the
 * client's.
 *
 * <p>A client may send a request again by itself: every request of this library may arrive twice, and late.
 *
 * <p><b>Threads:</b> called from several threads at once; calls block.
 */
public interface Transport {

    /**
     * Sends a request and waits for its answer, whatever its status.
     *
     * @param request what to send
     * @param timeout how long that may take in all
     * @return the answer
     * @throws StoreUnavailableException if none came; {@link StoreUnavailableException#sent()} is false only if nothing can
     *     have reached the cluster, by any attempt of the client
     */
    Answer send(Request request, Duration timeout);

    /**
     * What is sent.
     *
     * @param method {@code GET}, {@code PUT} or {@code POST}
     * @param path the path and the query behind the client's own prefix, beginning with a slash
     * @param body JSON, or lines of it for {@code _bulk}; empty for none
     */
    record Request(String method, String path, String body) {}

    /**
     * What came back.
     *
     * @param status the HTTP status
     * @param body the text, empty if there was none
     */
    record Answer(int status, String body) {}
}
