package io.hamstring.api.v1alpha1;

import java.util.Map;
import java.util.Optional;

/** The forms that texts of the API must have, as regular expressions, and how to write them. */
public final class Syntax {

  /** {@code 50ms}, {@code 30s}, {@code 5m}, {@code 1h30m}. */
  public static final String DURATION =
      "^([0-9]{1,5}h([0-9]{1,5}m)?([0-9]{1,6}s)?([0-9]{1,9}ms)?"
          + "|[0-9]{1,5}m([0-9]{1,6}s)?([0-9]{1,9}ms)?"
          + "|[0-9]{1,6}s([0-9]{1,9}ms)?"
          + "|[0-9]{1,9}ms)$";

  /** {@code 512}, {@code 64Ki}, {@code 16Mi}. */
  public static final String BYTES = "^[0-9]{1,15}(Ki|Mi|Gi|k|M|G)?$";

  /** The characters that Kafka allows in names of topics. */
  public static final String TOPIC = "^[A-Za-z0-9._-]+$";

  /** A DNS label, so that names made from it are legal. */
  public static final String STAGE_NAME = "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$";

  /** The name of a Kubernetes object. */
  public static final String OBJECT_NAME = "^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$";

  /** The key of an entry in a Secret. */
  public static final String SECRET_KEY = "^[-._a-zA-Z0-9]+$";

  /** The key of a label: a name, before it perhaps a domain and a slash. */
  public static final String LABEL_KEY =
      "^([a-z0-9]([-a-z0-9.]*[a-z0-9])?/)?[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$";

  /** {@code host:port}, several separated by commas; IPv6 addresses in brackets. */
  public static final String BOOTSTRAP =
      "^(\\[[0-9a-fA-F:.]+\\]|[A-Za-z0-9._-]+):[0-9]{1,5}"
          + "(,\\s*(\\[[0-9a-fA-F:.]+\\]|[A-Za-z0-9._-]+):[0-9]{1,5})*$";

  /** A fully qualified Java class name; {@code $} before a nested class. */
  public static final String JAVA_CLASS =
      "^[A-Za-z_$][A-Za-z0-9_$]*(\\.[A-Za-z_$][A-Za-z0-9_$]*)*$";

  /** The name of a consumer group. */
  public static final String GROUP = "^\\S(.*\\S)?$";

  /** The beginning of a rule on a duration; a duration follows. */
  public static final String AT_LEAST = "duration(self) >= duration('";

  /** The middle of that rule; another duration follows. */
  public static final String AT_MOST = "') && duration(self) <= duration('";

  /** The end of that rule. */
  public static final String END = "')";

  private static final Map<String, String> HOW_TO_WRITE =
      Map.of(
          DURATION,
          "write a number with a unit, such as 50ms, 30s, 5m or 1h30m",
          BYTES,
          "write bytes with a unit, such as 64Ki, 16Mi or 1Gi",
          TOPIC,
          "use letters, digits, '.', '_' and '-' only",
          STAGE_NAME,
          "use small letters, digits and '-' only, with a letter or digit at both ends",
          OBJECT_NAME,
          "use small letters, digits, '-' and '.' only, with a letter or digit at both ends",
          SECRET_KEY,
          "use letters, digits, '-', '_' and '.' only",
          LABEL_KEY,
          "write the key of a label, such as topology.kubernetes.io/zone",
          GROUP,
          "write a name without blanks around it",
          BOOTSTRAP,
          "write host:port, several separated by commas, such as kafka-1:9092,kafka-2:9092",
          JAVA_CLASS,
          "write the full name of a Java class, such as com.example.Enricher");

  private Syntax() {}

  /** How a text that has to match {@code pattern} is written, if it is one of these forms. */
  public static Optional<String> howToWrite(String pattern) {
    return Optional.ofNullable(HOW_TO_WRITE.get(pattern));
  }
}
