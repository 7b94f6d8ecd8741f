// SPDX-License-Identifier: Apache-2.0
package io.holdonce.elasticsearch;

import io.holdonce.LockName;
import io.holdonce.Locks;
import java.net.URI;
import java.net.http.HttpClient;

/** Takes a lock in a JVM that has none of the optional clients. */
final class WithoutClients {

    private WithoutClients() {}

    public static void main(String[] arguments) {
        JdkTransport transport = JdkTransport.of(HttpClient.newHttpClient(), URI.create(arguments[0]));
        try (Locks locks = Locks.over(ElasticsearchStore.builder(transport)
                .alias(arguments[1])
                .singleCopy()
                .build())) {
            locks.run(LockName.of("alone"), () -> System.out.print("granted"));
        }
        try {
            Class.forName("org.apache.http.HttpHost");
            System.out.println(", but a client was there");
        } catch (ClassNotFoundException e) {
            System.out.println(", and no client was there");
        }
    }
}
