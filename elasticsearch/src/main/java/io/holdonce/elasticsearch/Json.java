// SPDX-License-Identifier: Apache-2.0
package io.holdonce.elasticsearch;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.holdonce.StoreUnavailableException;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** JSON as maps, lists, strings, numbers and booleans. */
final class Json {

    private static final JsonFactory FACTORY = new JsonFactory();

    private Json() {}

    static String write(Object value) {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = FACTORY.createGenerator(text)) {
            write(out, value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    /** The same for people. */
    static String pretty(Object value) {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = FACTORY.createGenerator(text).useDefaultPrettyPrinter()) {
            write(out, value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private static void write(JsonGenerator out, @Nullable Object value) throws IOException {
        if (value instanceof Map<?, ?> map) {
            out.writeStartObject();
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                out.writeFieldName(String.valueOf(entry.getKey()));
                write(out, entry.getValue());
            }
            out.writeEndObject();
        } else if (value instanceof Collection<?> list) {
            out.writeStartArray();
            for (Object each : list) {
                write(out, each);
            }
            out.writeEndArray();
        } else if (value instanceof Number number) {
            out.writeNumber(number.longValue());
        } else if (value instanceof Boolean flag) {
            out.writeBoolean(flag);
        } else if (value == null) {
            out.writeNull();
        } else {
            out.writeString(value.toString());
        }
    }

    /** The object in a text; a text that is none is a broken answer, and nobody knows what happened. */
    static Map<String, Object> read(String text) {
        try (JsonParser in = FACTORY.createParser(text)) {
            if (in.nextToken() == JsonToken.START_OBJECT) {
                return object(in);
            }
        } catch (IOException e) {
            throw unreadable(e);
        }
        throw unreadable(null);
    }

    private static StoreUnavailableException unreadable(@Nullable Exception cause) {
        return new StoreUnavailableException(
                "The cluster, or something before it, answered what is not JSON; it may have happened.", true, cause);
    }

    private static Map<String, Object> object(JsonParser in) throws IOException {
        Map<String, Object> object = new LinkedHashMap<>();
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            String name = in.currentName();
            in.nextToken();
            Object value = value(in);
            if (value != null) {
                object.put(name, value);
            }
        }
        return object;
    }

    private static @Nullable Object value(JsonParser in) throws IOException {
        return switch (in.currentToken()) {
            case START_OBJECT -> object(in);
            case START_ARRAY -> {
                List<Object> list = new ArrayList<>();
                while (in.nextToken() != JsonToken.END_ARRAY) {
                    Object value = value(in);
                    if (value != null) {
                        list.add(value);
                    }
                }
                yield list;
            }
            case VALUE_NUMBER_INT -> in.getLongValue();
            case VALUE_NUMBER_FLOAT -> in.getDoubleValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            default -> in.getText();
        };
    }

    /** A member that is an object; empty if it is not there. */
    @SuppressWarnings("unchecked")
    static Map<String, Object> object(Map<String, Object> of, String name) {
        return of.get(name) instanceof Map<?, ?> map ? (Map<String, Object>) map : Map.of();
    }

    /** A member that is an array; empty if it is not there. */
    @SuppressWarnings("unchecked")
    static List<Object> list(Map<String, Object> of, String name) {
        return of.get(name) instanceof List<?> list ? (List<Object>) list : List.of();
    }

    static String text(Map<String, Object> of, String name) {
        Object value = of.get(name);
        return value == null ? "" : value.toString();
    }

    static long number(Map<String, Object> of, String name) {
        return of.get(name) instanceof Number number ? number.longValue() : 0;
    }

    static boolean flag(Map<String, Object> of, String name) {
        return Boolean.TRUE.equals(of.get(name));
    }
}
