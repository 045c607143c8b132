package io.hamstring.api.v1alpha1;

/** The forms that texts of the API must have, as regular expressions. */
final class Syntax {

  /** {@code 50ms}, {@code 30s}, {@code 5m}, {@code 1h30m}. */
  static final String DURATION = "^([0-9]{1,5}h)?([0-9]{1,5}m)?([0-9]{1,6}s)?([0-9]{1,9}ms)?$";

  /** {@code 512}, {@code 64Ki}, {@code 16Mi}. */
  static final String BYTES = "^[0-9]{1,15}(Ki|Mi|Gi|k|M|G)?$";

  /** The characters that Kafka allows in names of topics. */
  static final String TOPIC = "^[A-Za-z0-9._-]+$";

  /** A DNS label, so that names made from it are legal. */
  static final String STAGE_NAME = "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$";

  /** The name of a Kubernetes object. */
  static final String OBJECT_NAME = "^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$";

  /** The key of an entry in a Secret. */
  static final String SECRET_KEY = "^[-._a-zA-Z0-9]+$";

  /** {@code host:port}, several separated by commas; IPv6 addresses in brackets. */
  static final String BOOTSTRAP =
      "^(\\[[0-9a-fA-F:.]+\\]|[A-Za-z0-9._-]+):[0-9]{1,5}"
          + "(,\\s*(\\[[0-9a-fA-F:.]+\\]|[A-Za-z0-9._-]+):[0-9]{1,5})*$";

  /** A fully qualified Java class name; {@code $} before a nested class. */
  static final String JAVA_CLASS = "^[A-Za-z_$][A-Za-z0-9_$]*(\\.[A-Za-z_$][A-Za-z0-9_$]*)*$";

  private Syntax() {}
}
