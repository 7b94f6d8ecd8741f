// SPDX-License-Identifier: Apache-2.0
package io.holdonce.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.holdonce.HoldInfo;
import io.holdonce.LockStatus;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/** What is on record of one name, as one line of JSON: for programs, and so with other words than for people. */
final class StatusJson {

    private static final JsonFactory JSON = new JsonFactory();

    private StatusJson() {}

    static String line(LockStatus status) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartObject();
            json.writeStringField("name", status.name().toString());
            json.writeNumberField("fencingToken", status.fencingToken());
            json.writeStringField("readAt", status.readAt().toString());
            json.writeArrayFieldStart("holds");
            for (HoldInfo hold : status.holds()) {
                write(json, hold);
            }
            json.writeEndArray();
            if (status.lastRevoked().isPresent()) {
                LockStatus.Revoked revoked = status.lastRevoked().get();
                json.writeObjectFieldStart("lastRevoked");
                json.writeStringField("at", revoked.at().toString());
                json.writeStringField("by", revoked.by());
                json.writeStringField("reason", revoked.reason());
                json.writeEndObject();
            }
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private static void write(JsonGenerator json, HoldInfo hold) throws IOException {
        json.writeStartObject();
        json.writeStringField("mode", hold.mode().name());
        json.writeStringField("state", hold.state().name());
        json.writeStringField("holder", hold.holder());
        json.writeStringField("note", hold.note());
        json.writeNumberField("fencingToken", hold.fencingToken());
        json.writeStringField("since", hold.since().toString());
        json.writeNumberField("renewedAgoMillis", hold.renewedAgo().toMillis());
        json.writeNumberField("remainingMillis", hold.remaining().toMillis());
        json.writeEndObject();
    }
}
