// SPDX-License-Identifier: Apache-2.0
package io.holdonce.elasticsearch;

import co.elastic.clients.transport.rest5_client.low_level.Cancellable;
import co.elastic.clients.transport.rest5_client.low_level.Response;
import co.elastic.clients.transport.rest5_client.low_level.ResponseException;
import co.elastic.clients.transport.rest5_client.low_level.ResponseListener;
import co.elastic.clients.transport.rest5_client.low_level.Rest5Client;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/**
 * Over the low-level client of Elasticsearch's Java client 9 ({@code co.elastic.clients:elasticsearch-rest5-client}).
 *
 * <p><b>Threads:</b> as the client's.
 */
public final class Rest5Transport implements Transport {

    private final Rest5Client client;

    private Rest5Transport(Rest5Client client) {
        this.client = client;
    }

    /**
     * Over a client that is the caller's and stays open.
     *
     * @param client the client; of an {@code ElasticsearchClient} 9 it is
     *     {@code ((Rest5ClientTransport) client._transport()).restClient()}
     * @return a transport
     */
    public static Rest5Transport of(Rest5Client client) {
        return new Rest5Transport(Objects.requireNonNull(client, "client"));
    }

    @Override
    public Answer send(Request request, Duration timeout) {
        co.elastic.clients.transport.rest5_client.low_level.Request sending =
                new co.elastic.clients.transport.rest5_client.low_level.Request(request.method(), request.path());
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
                    response.getStatusCode(),
                    response.getEntity() == null
                            ? ""
                            : Exchange.text(response.getEntity().getContent())));
        } catch (IOException | RuntimeException e) {
            answer.completeExceptionally(e);
        }
    }
}
