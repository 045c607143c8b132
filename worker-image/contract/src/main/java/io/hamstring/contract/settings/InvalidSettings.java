package io.hamstring.contract.settings;

import java.util.List;

/** Settings that cannot be used; names every problem, each with its field and the remedy. */
public final class InvalidSettings extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient List<String> problems;

  /** At least one problem. */
  public InvalidSettings(List<String> problems) {
    super(String.join("; ", problems));
    this.problems = List.copyOf(problems);
  }

  /** One sentence each. */
  public List<String> problems() {
    return problems;
  }
}
