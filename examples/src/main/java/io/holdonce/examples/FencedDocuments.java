// SPDX-License-Identifier: Apache-2.0
package io.holdonce.examples;

import java.io.IOException;
import org.elasticsearch.client.Request;
import org.elasticsearch.client.ResponseException;
import org.elasticsearch.client.RestClient;

/** Documents of an index that refuse a holder whose lease passed on: their version is the fencing token. */
final class FencedDocuments {

    private static final int CONFLICT = 409;

    private final RestClient client;
    private final String index;

    FencedDocuments(RestClient client, String index) {
        this.client = client;
        this.index = index;
    }

    // region fenced
    /** Writes a document, unless a holder with a higher token wrote it before. */
    boolean write(String id, String json, long fencingToken) throws IOException {
        Request request = new Request("PUT", "/" + index + "/_doc/" + id);
        request.addParameter("version", Long.toString(fencingToken));
        request.addParameter("version_type", "external_gte");
        request.setJsonEntity(json);
        try {
            client.performRequest(request);
            return true;
        } catch (ResponseException e) {
            if (e.getResponse().getStatusLine().getStatusCode() == CONFLICT) {
                return false;
            }
            throw e;
        }
    }

    /** A document that says it is gone: of a deleted one the cluster forgets the version after a minute. */
    boolean delete(String id, long fencingToken) throws IOException {
        return write(id, "{\"deleted\": true}", fencingToken);
    }
    // endregion
}
