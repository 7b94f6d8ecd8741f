// SPDX-License-Identifier: Apache-2.0
package io.holdonce.elasticsearch;

import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.elasticsearch.client.Cancellable;
import org.elasticsearch.client.Response;
import org.elasticsearch.client.ResponseException;
import org.elasticsearch.client.ResponseListener;
import org.elasticsearch.client.RestClient;

/**
 * Over Elasticsearch's low-level client ({@code org.elasticsearch.client:elasticsearch-rest-client} 8 or 9), which also speaks
 * to OpenSearch.
 *
 * <p><b>Threads:</b> as the client's.
 */
public final class RestTransport implements Transport {

    private final RestClient client;

    private RestTransport(RestClient client) {
        this.client = client;
    }

    /**
     * Over a client that is the caller's and stays open.
     *
     * @param client the client; of an {@code ElasticsearchClient} 8 it is
     *     {@code ((RestClientTransport) client._transport()).restClient()}
     * @return a transport
     */
    public static RestTransport of(RestClient client) {
        return new RestTransport(Objects.requireNonNull(client, "client"));
    }

    @Override
    public Answer send(Request request, Duration timeout) {
        org.elasticsearch.client.Request sending = new org.elasticsearch.client.Request(request.method(), request.path());
        if (!request.body().isEmpty()) {
            sending.setJsonEntity(request.body());
        }
        CompletableFuture<Answer> answer = new CompletableFuture<>();
        Cancellable call = client.performRequestAsync(sending, new ResponseListener() {
            @Override
            public void onSuccess(Response response) {
                complete(answer, response);
            }

            @Override
            public void onFailure(Exception failure) {
                if (failure instanceof ResponseException status) {
                    complete(answer, status.getResponse());
                } else {
                    answer.completeExceptionally(failure);
                }
            }
        });
        return Exchange.await(answer, call::cancel, timeout);
    }

    private static void complete(CompletableFuture<Answer> answer, Response response) {
        try {
            answer.complete(new Answer(
                    response.getStatusLine().getStatusCode(),
                    response.getEntity() == null
                            ? ""
                            : Exchange.text(response.getEntity().getContent())));
        } catch (IOException | RuntimeException e) {
            answer.completeExceptionally(e);
        }
    }
}
