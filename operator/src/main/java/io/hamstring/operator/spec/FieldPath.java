package io.hamstring.operator.spec;

import java.util.regex.Pattern;

/** The path of a field in a resource, as {@code kubectl} and people write it. */
record FieldPath(String text) {

  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_-]+");

  static final FieldPath SPEC = new FieldPath("spec");

  FieldPath field(String name) {
    return new FieldPath(
        PLAIN.matcher(name).matches() ? text + "." + name : text + "[\"" + name + "\"]");
  }

  FieldPath item(int index) {
    return new FieldPath(text + "[" + index + "]");
  }

  static FieldPath stage(int index) {
    return SPEC.field("stages").item(index);
  }

  @Override
  public String toString() {
    return text;
  }
}
