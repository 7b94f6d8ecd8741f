// SPDX-License-Identifier: Apache-2.0
package io.holdonce.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds SQL among the string constants of a class file (JVM specification, chapter 4.4), concatenations included. */
final class SqlText {
    private static final Pattern SQL = Pattern.compile(
            "\\s*(select\\s.*\\bfrom\\s|select\\s+[\\w(]+\\s*\\)?\\s*$|insert\\s+into\\s|update\\s+\\S+\\s+(\\w+\\s+)?set\\s"
                    + "|delete\\s+from\\s|merge\\s+into\\s|with\\s+(recursive\\s+)?\\w+\\s*(\\([^)]*\\)\\s*)?as\\s"
                    + "|(create|alter|drop)\\s+(or\\s+replace\\s+)?(unique\\s+)?(table|index|view|schema)\\s"
                    + "|pragma\\s|begin\\s+immediate|savepoint\\s|set\\s+(local|session|transaction)\\s).*",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    private SqlText() {}

    static Stream<String> in(JavaClass type) {
        return constants(type)
                .filter(constant -> isSql(constant))
                .map(sql -> "holds SQL: " + sql.strip().lines().findFirst().orElse(""));
    }

    static boolean isSql(String constant) {
        return SQL.matcher(constant).matches();
    }

    private static Stream<String> constants(JavaClass type) {
        var source = type.getSource()
                .orElseThrow(() -> new IllegalStateException(type.getName() + " was not read from a class file"));
        try (InputStream file = source.getUri().toURL().openStream()) {
            return strings(new DataInputStream(file)).stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> strings(DataInputStream in) throws IOException {
        in.skipNBytes(8);
        int count = in.readUnsignedShort();
        String[] texts = new String[count];
        List<Integer> strings = new ArrayList<>();
        for (int i = 1; i < count; i++) {
            int tag = in.readUnsignedByte();
            switch (tag) {
                case 1 -> texts[i] = in.readUTF();
                case 8 -> strings.add(in.readUnsignedShort());
                case 7, 16, 19, 20 -> in.skipNBytes(2);
                case 15 -> in.skipNBytes(3);
                case 3, 4, 9, 10, 11, 12, 17, 18 -> in.skipNBytes(4);
                case 5, 6 -> {
                    in.skipNBytes(8);
                    i++; // long and double take two entries
                }
                default -> throw new IOException("Unknown constant pool tag " + tag);
            }
        }
        return strings.stream().map(index -> texts[index]).toList();
    }
}
