package io.hamstring.contract.report;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** What a worker is in a stage that keeps standbys. */
public enum WorkerRole {
  /** It has started and waits for a first word. */
  NONE,
  /** It has all that it needs to join its group, and waits to be told to. */
  STANDBY,
  /** It is a member of its group, or about to be. */
  ACTIVE;

  /** How it is written where it is told. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What a worker can be told to be by that word. */
  public static Optional<WorkerRole> ofWord(String word) {
    return Stream.of(STANDBY, ACTIVE).filter(role -> role.word().equals(word)).findFirst();
  }
}
