// SPDX-License-Identifier: Apache-2.0
package io.holdonce;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What is locked: one to eight parts, with one text form used everywhere ({@code flow:nightly-42}).
 *
 * <p>Two names are the same lock only if their parts are the same characters: case, accents and blanks count. Any
 * well-formed Unicode is allowed; the text form may have up to 4,000 characters (UTF-16 units). In it a backslash, a colon
 * and the leading slash of a part are escaped by a backslash, and control characters are written as a backslash, {@code u}
 * and four hexadecimal digits.
 *
 * <p><b>Threads:</b> immutable.
 */
public final class LockName {

    static final int MAX_PARTS = 8;
    static final int MAX_TEXT = 4_000;

    private final List<String> parts;
    private final String text;
    private final byte[] key;

    private LockName(List<String> parts) {
        if (parts.isEmpty() || parts.size() > MAX_PARTS) {
            throw new IllegalArgumentException(
                    "A lock name has 1 to " + MAX_PARTS + " parts, this one has " + parts.size() + ".");
        }
        parts.forEach(NameText::requireWellFormed);
        this.parts = parts;
        this.text = NameText.format(parts);
        if (text.length() > MAX_TEXT) {
            throw new IllegalArgumentException(
                    "A lock name may have up to " + MAX_TEXT + " characters in its text form, this one has "
                            + text.length() + "; use a digest of the long part.");
        }
        this.key = digest(parts);
    }

    /**
     * A flat name of the given parts; the first of several is its category.
     *
     * @param part the parts, 1 to 8, none empty
     * @return the name
     * @throws IllegalArgumentException if a part is empty or ill-formed, or there are too many parts or characters
     */
    public static LockName of(String... part) {
        return new LockName(List.of(part));
    }

    /**
     * The inverse of {@link #toString()}.
     *
     * @param text a name's text form
     * @return the name
     * @throws IllegalArgumentException if the text is no name's text form; the message says where
     */
    public static LockName parse(String text) {
        return new LockName(NameText.parse(text));
    }

    /**
     * The parts.
     *
     * @return 1 to 8 parts
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
        return other instanceof LockName name && parts.equals(name.parts);
    }

    @Override
    public int hashCode() {
        return Objects.hash(parts);
    }

    /** The text form; {@link #parse} inverts it. */
    @Override
    public String toString() {
        return text;
    }

    /** A kind byte (0 = flat), then each part's UTF-8 length and bytes: no two lists of parts encode alike. */
    private static byte[] digest(List<String> parts) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            sha.update((byte) 0);
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
