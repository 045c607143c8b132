package io.hamstring.operator.telemetry;

import io.hamstring.contract.FailureKind;
import java.time.Duration;
import java.time.Instant;

/**
 * A recovery that a worker told of, under way or ended.
 *
 * @param instanceId names the incarnation
 * @param at when it began
 * @param took until the worker was working again, or null while it is not
 * @param detail the failure in the worker's words, or null
 */
public record WorkerRecovery(
    String instanceId, String pod, Instant at, FailureKind cause, Duration took, String detail) {

  boolean isSameAs(WorkerRecovery other) {
    return instanceId.equals(other.instanceId) && at.equals(other.at);
  }
}
