// SPDX-License-Identifier: Apache-2.0
package io.holdonce.examples;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** A message, as JPA writes it. */
@Entity
@Table(name = "treated_message")
public class TreatedMessage {

    @Id
    private String id;

    /** For JPA. */
    protected TreatedMessage() {}

    TreatedMessage(String id) {
        this.id = id;
    }

    String id() {
        return id;
    }
}
