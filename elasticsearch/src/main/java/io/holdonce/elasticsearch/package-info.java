// SPDX-License-Identifier: Apache-2.0
/** Leases in an index of Elasticsearch or OpenSearch. */
@org.jspecify.annotations.NullMarked
package io.holdonce.elasticsearch;
