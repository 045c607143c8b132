package io.hamstring.operator.spec;

import java.util.Map;
import java.util.TreeMap;

/**
 * What the operator found of a Secret. Never printed.
 *
 * @param data by key; empty unless it is there
 * @param detail why it cannot be read, in words; empty when it can
 */
public record SecretContent(State state, Map<String, byte[]> data, String detail) {

  /** There is no Secret of that name. */
  public static final SecretContent ABSENT = new SecretContent(State.ABSENT, Map.of(), "");

  public SecretContent {
    data = Map.copyOf(data);
  }

  /** How reading it went. */
  public enum State {
    THERE,
    ABSENT,
    /** The operator may not read it. */
    REFUSED
  }

  /** It is there. */
  public static SecretContent of(Map<String, byte[]> data) {
    return new SecretContent(State.THERE, data, "");
  }

  /** The operator may not read it. */
  public static SecretContent refused(String detail) {
    return new SecretContent(State.REFUSED, Map.of(), detail);
  }

  /** The names of its keys, in order. */
  String keys() {
    return data.isEmpty() ? "none" : String.join(", ", new TreeMap<>(data).keySet());
  }

  @Override
  public String toString() {
    return "a Secret that is " + state;
  }
}
