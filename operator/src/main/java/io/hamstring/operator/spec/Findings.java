package io.hamstring.operator.spec;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Collects everything that is wrong with a spec, each thing once. Confined to one resolution. */
final class Findings {

  private final Set<Problem> problems = new LinkedHashSet<>();
  private final Set<String> warnings = new LinkedHashSet<>();

  void problem(FieldPath field, String fault, String remedy) {
    problems.add(new Problem(field.text(), fault, remedy));
  }

  void warning(FieldPath field, String what) {
    warnings.add(field.text() + ": " + what);
  }

  List<Problem> problems() {
    return new ArrayList<>(problems);
  }

  List<String> warnings() {
    return new ArrayList<>(warnings);
  }

  boolean areGrave() {
    return !problems.isEmpty();
  }
}
