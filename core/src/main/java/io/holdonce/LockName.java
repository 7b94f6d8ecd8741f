// SPDX-License-Identifier: Apache-2.0
package io.holdonce;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What is locked, with one text form used everywhere: a flat name of one to eight parts ({@code flow:nightly-42}), or a path
 * in a tree, of one to 32 parts ({@code /fs/clinton}), which is held together with an intent on every ancestor, so that an
 * exclusive hold of a path excludes everything below it.
 *
 * <p>Two names are the same lock only if they are of one kind and their parts are the same characters: case, accents and
 * blanks count. Any well-formed Unicode is allowed; the text form may have up to 4,000 characters (UTF-16 units). In it a
 * backslash, the colon of a flat name, the leading slash of a flat part and every slash inside a part of a path are escaped by a
 * backslash, and control characters are written as a backslash, {@code u} and four hexadecimal digits.
 *
 * <p><b>Threads:</b> immutable.
 */
public final class LockName {

    static final int MAX_PARTS = 8;
    static final int MAX_DEPTH = 32;
    static final int MAX_TEXT = 4_000;

    private final boolean path;
    private final List<String> parts;
    private final String text;
    private final byte[] key;

    private LockName(boolean path, List<String> parts) {
        int most = path ? MAX_DEPTH : MAX_PARTS;
        if (parts.isEmpty() || parts.size() > most) {
            throw new IllegalArgumentException("A " + (path ? "path" : "lock name") + " has 1 to " + most
                    + " parts, this one has " + parts.size() + ".");
        }
        parts.forEach(NameText::requireWellFormed);
        this.path = path;
        this.parts = parts;
        this.text = NameText.format(path, parts);
        if (text.length() > MAX_TEXT) {
            throw new IllegalArgumentException(
                    "A lock name may have up to " + MAX_TEXT + " characters in its text form, this one has "
                            + text.length() + "; use a digest of the long part.");
        }
        this.key = digest(path, parts);
    }

    /**
     * A flat name of the given parts; the first of several is its category.
     *
     * @param part the parts, 1 to 8, none empty
     * @return the name
     * @throws IllegalArgumentException if a part is empty or ill-formed, or there are too many parts or characters
     */
    public static LockName of(String... part) {
        return new LockName(false, List.of(part));
    }

    /**
     * A path in a tree, from its root on. Flat names and paths are different names and never exclude each other.
     *
     * @param part the parts, 1 to 32, none empty
     * @return the name
     * @throws IllegalArgumentException if a part is empty or ill-formed, or there are too many parts or characters
     */
    public static LockName path(String... part) {
        return new LockName(true, List.of(part));
    }

    /**
     * The inverse of {@link #toString()}.
     *
     * @param text a name's text form
     * @return the name
     * @throws IllegalArgumentException if the text is no name's text form; the message says where
     */
    public static LockName parse(String text) {
        return new LockName(text.startsWith("/"), NameText.parse(text));
    }

    /**
     * Whether this is a path, which is held together with an intent on every ancestor.
     *
     * @return false for a flat name
     */
    public boolean isPath() {
        return path;
    }

    /**
     * The path without its last part.
     *
     * @return empty for a path of one part and for a flat name
     */
    public Optional<LockName> parent() {
        return path && parts.size() > 1
                ? Optional.of(new LockName(true, parts.subList(0, parts.size() - 1)))
                : Optional.empty();
    }

    /**
     * The paths that this one is below, from the root on.
     *
     * @return empty for a path of one part and for a flat name
     */
    public List<LockName> ancestors() {
        if (!path) {
            return List.of();
        }
        return IntStream.range(1, parts.size())
                .mapToObj(depth -> new LockName(true, parts.subList(0, depth)))
                .toList();
    }

    /**
     * The parts.
     *
     * @return 1 to 8 parts, of a path 1 to 32
     */
    public List<String> parts() {
        return parts;
    }

    /**
     * The first part of a name that has several: a bounded label for metrics and listings.
     *
     * @return the category, empty for a name of one part
     */
    public Optional<String> category() {
        return parts.size() > 1 ? Optional.of(parts.get(0)) : Optional.empty();
    }

    /**
     * The store's key: SHA-256 of an injective encoding of the parts. Its unsigned byte order is the one total order in which
     * several names are locked.
     *
     * @return a fresh copy of the 32 bytes
     */
    public byte[] key() {
        return key.clone();
    }

    /**
     * Whether this name comes before the other in the order of the store keys.
     *
     * @param a one name
     * @param b another
     * @return negative, zero or positive as for a comparator
     */
    public static int compareByKey(LockName a, LockName b) {
        return java.util.Arrays.compareUnsigned(a.key, b.key);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LockName name && path == name.path && parts.equals(name.parts);
    }

    @Override
    public int hashCode() {
        return Objects.hash(path, parts);
    }

    /** The text form; {@link #parse} inverts it. */
    @Override
    public String toString() {
        return text;
    }

    /** A kind byte (0 = flat, 1 = path), then each part's UTF-8 length and bytes: no two names encode alike. */
    private static byte[] digest(boolean path, List<String> parts) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            sha.update((byte) (path ? 1 : 0));
            for (String part : parts) {
                byte[] utf8 = part.getBytes(StandardCharsets.UTF_8);
                sha.update(
                        ByteBuffer.allocate(Integer.BYTES).putInt(utf8.length).array());
                sha.update(utf8);
            }
            return sha.digest();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }
}
