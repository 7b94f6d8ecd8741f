// SPDX-License-Identifier: Apache-2.0
package io.holdonce.examples;

import io.holdonce.LockName;
import io.holdonce.jdbc.TransactionLock;
import java.time.Duration;
import java.util.Objects;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Transactional;

/** Treats the messages of one stream one after another, on any number of nodes, with a lock that ends with the transaction. */
// region message-treatment
public class MessageTreatment {

    private final SpringTransactionLocks locks;
    private final JdbcTemplate jdbc;

    public MessageTreatment(SpringTransactionLocks locks, JdbcTemplate jdbc) {
        this.locks = locks;
        this.jdbc = jdbc;
    }

    @Transactional
    public TransactionLock treat(String messageId, String stream) {
        TransactionLock lock = locks.acquire(LockName.of("stream", stream), Duration.ofSeconds(30));
        String count = "SELECT treated FROM stream WHERE name = ?";
        int treated = Objects.requireNonNull(jdbc.queryForObject(count, Integer.class, stream));
        jdbc.update("UPDATE stream SET treated = ?, last_message = ? WHERE name = ?", treated + 1, messageId, stream);
        return lock;
    }
}
// endregion
