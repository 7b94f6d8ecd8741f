// SPDX-License-Identifier: Apache-2.0
package io.holdonce.elasticsearch;

import io.holdonce.StoreMisconfiguredException;
import io.holdonce.StoreUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * The index that {@link ElasticsearchStore} needs: printed, made, or compared with what is there. It has one shard, a strict
 * mapping, an alias by which alone it is addressed, and an index template that keeps every template of the user's off it.
 *
 * <p><b>Threads:</b> immutable.
 */
public final class ElasticsearchSchema {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final Transport transport;
    private final Names names;
    private final int replicas;
    private final boolean singleCopy;

    private ElasticsearchSchema(Transport transport, Names names, int replicas, boolean singleCopy) {
        this.transport = transport;
        this.names = names;
        this.replicas = replicas;
        this.singleCopy = singleCopy;
    }

    /**
     * The index of a cluster, behind the alias {@code holdonce-leases}, with one replica.
     *
     * @param transport over the client that the program has
     * @return its schema, not looked at yet
     */
    public static ElasticsearchSchema of(Transport transport) {
        return new ElasticsearchSchema(Objects.requireNonNull(transport, "transport"), Names.DEFAULT, 1, false);
    }

    /**
     * What {@link #requests()} gives for the default alias and one replica, without a cluster.
     *
     * @return requests to send
     */
    public static String defaultRequests() {
        return IndexDefinition.requests(Names.DEFAULT, 1);
    }

    /**
     * The same behind another alias.
     *
     * @param alias as for {@link ElasticsearchStore.Builder#alias}; the index is called so with {@code -1} behind it
     * @return a new one
     * @throws IllegalArgumentException if it is no such alias
     */
    public ElasticsearchSchema alias(String alias) {
        return new ElasticsearchSchema(transport, new Names(alias), replicas, singleCopy);
    }

    /**
     * The same with another number of copies beside the first.
     *
     * @param number 1 to 20; 1 by default
     * @return a new one
     * @throws IllegalArgumentException if it is less or more; {@link #singleCopy()} says that none is meant
     */
    public ElasticsearchSchema replicas(int number) {
        if (number < 1 || number > 20) {
            throw new IllegalArgumentException("A lock index has 1 to 20 replicas, or says singleCopy().");
        }
        return new ElasticsearchSchema(transport, names, number, false);
    }

    /**
     * The same without replicas: what was granted is gone with the disk of one node.
     *
     * @return a new one
     */
    public ElasticsearchSchema singleCopy() {
        return new ElasticsearchSchema(transport, names, 0, true);
    }

    /**
     * What {@link #create()} would send, as the clusters' consoles take it.
     *
     * @return requests, which may be sent again
     */
    public String requests() {
        return IndexDefinition.requests(names, replicas);
    }

    /**
     * Makes what is missing; harmless when nothing is. Any number of processes may do so at once.
     *
     * @throws StoreUnavailableException if the cluster did not answer; some of it may have been made, and may be made again
     * @throws StoreMisconfiguredException if the user may not, or something else has the alias's name
     */
    public void create() {
        new IndexDefinition(new Index(transport, names.alias(), true), names, Deadline.after(TIMEOUT)).create(replicas);
    }

    /**
     * Compares what is there with what is needed.
     *
     * @return a sentence for each thing that is missing or wrong; empty when all is well
     * @throws StoreUnavailableException if the cluster did not answer
     */
    public List<String> problems() {
        return new Checking(transport, names.alias(), singleCopy, Deadline.after(TIMEOUT)).problems();
    }
}
