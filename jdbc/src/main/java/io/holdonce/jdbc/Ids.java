// SPDX-License-Identifier: Apache-2.0
package io.holdonce.jdbc;

import java.nio.ByteBuffer;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Claims and instances as 16 bytes. */
final class Ids {

    static final int LENGTH = 16;

    private Ids() {}

    static byte[] bytes(UUID id) {
        return ByteBuffer.allocate(LENGTH)
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits())
                .array();
    }

    static @Nullable UUID read(byte @Nullable [] bytes) {
        if (bytes == null) {
            return null;
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        return new UUID(buffer.getLong(), buffer.getLong());
    }
}
