package io.hamstring.samples.watch;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Judges from look to look whether a pipeline has worked its input off, or stands still. Two looks
 * in a row that are alike and show no lag and no open transaction prove it: what a stage wrote
 * before the first look is in the second one, and nobody committed between them. Confined to one
 * thread.
 */
public final class Settling {

  private final List<WatchedStage> stages;
  private final Duration patience;
  private Progress last;
  private Instant lastMove;

  /**
   * @param patience how long nothing may move while there is work left
   */
  public Settling(List<WatchedStage> stages, Duration patience) {
    this.stages = List.copyOf(stages);
    this.patience = patience;
  }

  /** What a look shows. */
  public enum State {
    /** Work is left or may be. */
    WORKING,
    /** All of the input is worked off. */
    WORKED_OFF,
    /** Work is left, and nothing has moved for as long as one may wait. */
    STANDING_STILL
  }

  /**
   * Takes one more look.
   *
   * @param fed whether nothing more will be fed
   */
  public State next(Progress look, boolean fed, Instant now) {
    boolean moved = !look.equals(last);
    last = look;
    if (moved || lastMove == null) {
      lastMove = now;
      return State.WORKING;
    }
    if (fed && look.isWorkedOff(stages)) {
      return State.WORKED_OFF;
    }
    return Duration.between(lastMove, now).compareTo(patience) >= 0
        ? State.STANDING_STILL
        : State.WORKING;
  }

  /** What is left to do, stage by stage, for a person. */
  public String whatIsLeft() {
    if (last == null) {
      return "the broker has not been looked at yet";
    }
    var lagging =
        stages.stream()
            .filter(stage -> last.lag(stage) > 0)
            .map(stage -> "stage " + stage.name() + " has a lag of " + last.lag(stage))
            .collect(Collectors.joining(", "));
    var open =
        last.ends().entrySet().stream()
            .filter(end -> end.getValue().lastStable() < end.getValue().logEnd())
            .map(end -> "an open transaction on " + end.getKey())
            .sorted()
            .collect(Collectors.joining(", "));
    return lagging.isEmpty() && open.isEmpty()
        ? "nothing is left"
        : lagging + (lagging.isEmpty() || open.isEmpty() ? "" : "; ") + open;
  }
}
