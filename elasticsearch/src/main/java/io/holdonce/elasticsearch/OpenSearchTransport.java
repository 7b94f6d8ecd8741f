// SPDX-License-Identifier: Apache-2.0
package io.holdonce.elasticsearch;

import java.io.InputStream;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.opensearch.client.Cancellable;
import org.opensearch.client.Response;
import org.opensearch.client.ResponseException;
import org.opensearch.client.ResponseListener;
import org.opensearch.client.RestClient;

/**
 * Over OpenSearch's low-level client ({@code org.opensearch.client:opensearch-rest-client} 2 or 3).
 *
 * <p><b>Threads:</b> as the client's.
 */
public final class OpenSearchTransport implements Transport {

    private final RestClient client;

    private OpenSearchTransport(RestClient client) {
        this.client = client;
    }

    /**
     * Over a client that is the caller's and stays open.
     *
     * @param client the client; an {@code OpenSearchClient} is made from one by {@code new RestClientTransport(client, mapper)}
     * @return a transport
     */
    public static OpenSearchTransport of(RestClient client) {
        return new OpenSearchTransport(Objects.requireNonNull(client, "client"));
    }

    @Override
    public Answer send(Request request, Duration timeout) {
        org.opensearch.client.Request sending = new org.opensearch.client.Request(request.method(), request.path());
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

    /** By name: version 2 answers with classes of Apache's HTTP client 4, version 3 with those of 5. */
    private static void complete(CompletableFuture<Answer> answer, Response response) {
        try {
            int status = (int) Objects.requireNonNull(get(get(response, "getStatusLine"), "getStatusCode"));
            Object entity = get(response, "getEntity");
            InputStream body = entity == null ? null : (InputStream) get(entity, "getContent");
            answer.complete(new Answer(status, Exchange.text(body)));
        } catch (java.io.IOException | ReflectiveOperationException | RuntimeException e) {
            answer.completeExceptionally(e);
        }
    }

    private static @Nullable Object get(@Nullable Object of, String getter) throws ReflectiveOperationException {
        Object target = Objects.requireNonNull(of, getter);
        for (Class<?> type = target.getClass(); type != null; type = type.getSuperclass()) {
            if (java.lang.reflect.Modifier.isPublic(type.getModifiers())) {
                return type.getMethod(getter).invoke(target);
            }
        }
        throw new NoSuchMethodException(getter);
    }
}
