package io.hamstring.operator.telemetry;

import io.hamstring.contract.report.WorkerReport;
import java.time.Duration;
import java.time.Instant;

/**
 * A pod of a stage, and the last that its worker said.
 *
 * @param phase as Kubernetes names it, such as {@code Running}
 * @param ready whether Kubernetes counts it as ready
 * @param restarts of its container
 * @param report the latest report, or null
 * @param heardAt when the operator received it, or null
 * @param silentBecause why it did not answer the last question, or null
 */
public record WorkerObservation(
    String pod,
    String phase,
    boolean ready,
    int restarts,
    WorkerReport report,
    Instant heardAt,
    String silentBecause) {

  /** Why a worker is silent that the latest look had no time to ask. */
  public static final String PASSED_OVER = "it was not asked in time";

  /** Whether the pod should be answering. */
  public boolean isRunning() {
    return phase.equals("Running");
  }

  /** Whether the latest look had no time to ask it, and so says nothing about it. */
  public boolean isPassedOver() {
    return PASSED_OVER.equals(silentBecause);
  }

  /** Whether the worker said something within {@code bound} before {@code now}. */
  public boolean isFresh(Instant now, Duration bound) {
    return report != null && !heardAt.plus(bound).isBefore(now);
  }

  /** This look, with the last words of {@code earlier} if it brought none of its own. */
  WorkerObservation after(WorkerObservation earlier) {
    return report != null || earlier == null
        ? this
        : new WorkerObservation(
            pod, phase, ready, restarts, earlier.report, earlier.heardAt, silentBecause);
  }
}
