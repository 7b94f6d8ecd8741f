// SPDX-License-Identifier: Apache-2.0
/** Real Elasticsearch and OpenSearch nodes, and clusters of them, as child processes of the tests. */
@org.jspecify.annotations.NullMarked
package io.holdonce.elasticsearch.node;
