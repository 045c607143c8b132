package io.hamstring.samples.drill.plan;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What happens to the worker. */
public enum Mode {
  /** It is told to end (SIGTERM). */
  SIGTERM("SIGTERM"),
  /** It is killed (SIGKILL) at any moment. */
  SIGKILL("SIGKILL"),
  /** It is killed with offsets and records in an open transaction. */
  SIGKILL_OPEN("SIGKILL, open transaction"),
  /** It is killed when only the offsets of a transaction are at the broker. */
  SIGKILL_PENDING("SIGKILL, pending offsets"),
  /** It is frozen (SIGSTOP) for a minute and goes on after that (SIGCONT). */
  SIGSTOP("SIGSTOP 60 s");

  private final String title;

  Mode(String title) {
    this.title = title;
  }

  /** Its name in options and reports, such as {@code sigkill-open}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Its name for a person. */
  public String title() {
    return title;
  }

  /** The mode of that id. */
  public static Optional<Mode> ofId(String id) {
    return List.of(values()).stream().filter(mode -> mode.id().equals(id)).findFirst();
  }
}
