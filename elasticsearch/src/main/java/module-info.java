// SPDX-License-Identifier: Apache-2.0
/** Leases on Elasticsearch and OpenSearch, over whichever client the user has. */
@org.jspecify.annotations.NullMarked
@SuppressWarnings({"requires-automatic", "module"})
module io.holdonce.elasticsearch {
    requires transitive io.holdonce;
    requires com.fasterxml.jackson.core;
    requires transitive static java.net.http;
    requires transitive static org.jspecify;
    requires static elasticsearch.rest.client;
    requires static elasticsearch.rest5.client;
    requires static opensearch.rest.client;
    requires static org.apache.httpcomponents.httpcore;
    requires static org.apache.httpcomponents.core5.httpcore5;

    exports io.holdonce.elasticsearch;
}
