package io.hamstring.operator.telemetry.watch;

import io.hamstring.operator.telemetry.StageKey;
import java.net.URI;
import java.util.List;

/** Where the watch learns which pods a stage has. Answers from memory, at once. */
public interface PodSource {

  /** The pods of a stage that are not ending. */
  List<PodView> podsOf(StageKey stage);

  /** Whether a stage is to have workers at all. */
  default boolean wantsWorkers(StageKey stage) {
    return true;
  }

  /**
   * A pod.
   *
   * @param report where its worker answers, or null while it has no address
   */
  record PodView(String name, String phase, boolean ready, int restarts, URI report) {

    /** What tells it from other pods at any time, for the rest of it changes. */
    record Identity(String name, URI report) {}

    Identity identity() {
      return new Identity(name, report);
    }
  }
}
