package io.hamstring.operator.reconcile;

import io.hamstring.api.v1alpha1.HamstringPipelineStatus;
import io.hamstring.operator.condition.Hold;
import io.hamstring.operator.condition.PipelineHealth;
import io.hamstring.operator.spec.Pipeline;
import io.hamstring.operator.spec.Resolution;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * How things stand with a pipeline: what it is to be, what became of it, how it is. Immutable.
 *
 * @param generation of the spec it speaks of
 * @param resolution of that spec
 * @param running the last spec that could run, or null when there was none
 * @param refused what Kubernetes refused, in words
 * @param hold why nothing was applied, if so
 * @param written the status that is stored, as far as is known
 * @param writtenAt when it was last written, or long ago
 * @param writtenVersion the resource's version since this operator last wrote it, or 0
 */
record Standing(
    long generation,
    Resolution resolution,
    Pipeline running,
    List<String> refused,
    Hold hold,
    PipelineHealth health,
    HamstringPipelineStatus written,
    Instant writtenAt,
    long writtenVersion) {

  Standing {
    refused = List.copyOf(refused);
  }

  /** What is running, or would be. */
  Optional<Pipeline> pipeline() {
    return Optional.ofNullable(running);
  }

  Standing with(PipelineHealth newer) {
    return new Standing(
        generation, resolution, running, refused, hold, newer, written, writtenAt, writtenVersion);
  }

  Standing written(HamstringPipelineStatus status, long version, Instant at) {
    return new Standing(
        generation, resolution, running, refused, hold, health, status, at, version);
  }
}
