package io.hamstring.recovery.plan;

import io.hamstring.contract.FailureKind;
import java.time.Instant;
import java.util.List;

/**
 * A plan being followed.
 *
 * @param purpose what the plan is for
 * @param cause why, or null where nothing failed
 * @param detail the failure in the client's words, or null
 * @param since when the trouble began
 * @param attempt plans in a row without a commit between them, from 1; 0 where nothing failed
 * @param steps what is still to be done; the first is being done
 */
public record Recovery(
    Purpose purpose,
    FailureKind cause,
    String detail,
    Instant since,
    int attempt,
    List<Action> steps) {

  /** What a plan is for. */
  public enum Purpose {
    START,
    RECOVER,
    /** Joining the group, or leaving it to wait. */
    CHANGE_ROLE,
    STOP
  }

  public Recovery {
    steps = List.copyOf(steps);
  }

  /** The step being done. */
  public Action step() {
    return steps.get(0);
  }

  /** The same plan to another end: it joins the group, or gets ready to. */
  Recovery towards(boolean joining) {
    return new Recovery(
        purpose,
        cause,
        detail,
        since,
        attempt,
        steps.stream().map(step -> RecoveryPlan.towards(joining, step)).toList());
  }

  Recovery afterStep() {
    return new Recovery(purpose, cause, detail, since, attempt, steps.subList(1, steps.size()));
  }
}
