package io.hamstring.operator.reconcile;

import io.hamstring.api.v1alpha1.HamstringPipelineStatus;
import io.hamstring.operator.apply.Applied;
import io.hamstring.operator.apply.Refusal;
import io.hamstring.operator.condition.Hold;
import io.hamstring.operator.condition.PipelineHealth;
import io.hamstring.operator.spec.Pipeline;
import io.hamstring.operator.spec.Resolution;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How things stand with a pipeline: what it is to be, what became of it, how it is. Immutable.
 *
 * @param generation of the spec it speaks of
 * @param resolution of that spec
 * @param running the last spec that could run, or null when there was none
 * @param applied what came of the latest apply
 * @param failingSince since when what may pass has not passed, or null
 * @param hold why nothing was applied, if so
 * @param steering what the operator decided beside the spec
 * @param written the status that is stored, as far as is known
 * @param writtenAt when it was last written, or long ago
 * @param writtenVersion the resource's version since this operator last wrote it, or 0
 */
record Standing(
    long generation,
    Resolution resolution,
    Pipeline running,
    Applied applied,
    Instant failingSince,
    Hold hold,
    Steering steering,
    PipelineHealth health,
    HamstringPipelineStatus written,
    Instant writtenAt,
    long writtenVersion) {

  /** How long what may pass by itself is nobody's business. */
  private static final Duration PASSING = Duration.ofSeconds(30);

  /** What a person should know of the latest apply. */
  List<String> problems(Instant now) {
    var problems = new ArrayList<>(applied.refused().stream().map(Refusal::words).toList());
    if (failingSince != null && !now.isBefore(failingSince.plus(PASSING))) {
      problems.addAll(applied.failing());
    }
    return problems;
  }

  /** What is running, or would be. */
  Optional<Pipeline> pipeline() {
    return Optional.ofNullable(running);
  }

  Standing with(PipelineHealth newer) {
    return new Standing(
        generation,
        resolution,
        running,
        applied,
        failingSince,
        hold,
        steering,
        newer,
        written,
        writtenAt,
        writtenVersion);
  }

  Standing with(Steering newer) {
    return new Standing(
        generation,
        resolution,
        running,
        applied,
        failingSince,
        hold,
        newer,
        health,
        written,
        writtenAt,
        writtenVersion);
  }

  Standing written(HamstringPipelineStatus status, long version, Instant at) {
    return new Standing(
        generation,
        resolution,
        running,
        applied,
        failingSince,
        hold,
        steering,
        health,
        status,
        at,
        version);
  }
}
