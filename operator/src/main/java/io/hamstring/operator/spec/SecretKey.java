package io.hamstring.operator.spec;

/**
 * A key of a Secret in a pipeline's namespace.
 *
 * @param key null for all that there are
 * @param field path of the field that names it
 */
public record SecretKey(String secret, String key, String field, Content content)
    implements Comparable<SecretKey> {

  /** What is to stand under the key. */
  public enum Content {
    PASSWORD,
    /** One or more PEM certificates. */
    CERTIFICATES,
    /** PEM, PKCS#8, not encrypted. */
    PRIVATE_KEY,
    /** A container's own matter. */
    ANY,
    /** The same, and it may be missing. */
    ANY_OR_NONE
  }

  /** Whether only containers use it, so that the operator can do without. */
  boolean isContainersOwn() {
    return content == Content.ANY || content == Content.ANY_OR_NONE;
  }

  @Override
  public int compareTo(SecretKey other) {
    return id().compareTo(other.id());
  }

  private String id() {
    return String.join("\n", secret, key == null ? "" : key, field);
  }
}
