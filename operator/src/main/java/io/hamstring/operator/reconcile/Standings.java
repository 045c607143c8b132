package io.hamstring.operator.reconcile;

import io.hamstring.api.v1alpha1.HamstringPipeline;
import io.hamstring.api.v1alpha1.HamstringPipelineStatus;
import io.hamstring.operator.apply.Applied;
import io.hamstring.operator.condition.Hold;
import io.hamstring.operator.spec.Pipeline;
import io.hamstring.operator.spec.PipelineStage;
import io.hamstring.operator.spec.Resolution;
import io.hamstring.operator.telemetry.PipelineKey;
import io.hamstring.operator.telemetry.TelemetryBoard;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * How things stand with every pipeline, each replaced as a whole: by its reconcile when the spec is
 * looked at, by the sweep when its workers are. Beside the board the only memory the operator has.
 */
final class Standings {

  private final TelemetryBoard board;
  private final Judgement judgement;
  private final ConcurrentMap<PipelineKey, Standing> standings = new ConcurrentHashMap<>();

  Standings(TelemetryBoard board, Judgement judgement) {
    this.board = board;
    this.judgement = judgement;
  }

  /** What was decided for a pipeline beside its spec; what a predecessor decided holds. */
  Steering steering(PipelineKey key, HamstringPipeline resource, Pipeline pipeline, Instant now) {
    var before = of(key).filter(standing -> standing.running() != null);
    return judgement.resumed(
        pipeline,
        before.map(Standing::steering).orElse(Steering.NONE),
        before.isPresent() ? null : resource.getStatus(),
        now);
  }

  /** After a reconcile resolved and applied a spec. */
  Standing resolved(
      PipelineKey key,
      HamstringPipeline resource,
      Resolution resolution,
      Applied applied,
      Hold hold,
      Steering steering,
      Instant now) {
    return standings.compute(
        key,
        (same, before) -> {
          var running = running(resolution, hold, before);
          var stored = stored(resource, before);
          var seen =
              new Standing(
                  Optional.ofNullable(resource.getMetadata().getGeneration()).orElse(0L),
                  resolution,
                  running,
                  applied,
                  failingSince(applied, before, now),
                  hold,
                  steering,
                  isFirstLook(before, running)
                      ? Memory.healthIn(stored, names(running))
                      : before.health(),
                  stored,
                  before == null ? lastWrite(stored, now) : before.writtenAt(),
                  before == null ? 0 : before.writtenVersion());
          return judgement.of(seen, now);
        });
  }

  private static Instant failingSince(Applied applied, Standing before, Instant now) {
    if (applied.failing().isEmpty()) {
      return null;
    }
    return before == null || before.failingSince() == null ? now : before.failingSince();
  }

  /** A copy that is older than our last write does not say what is stored. */
  private static HamstringPipelineStatus stored(HamstringPipeline resource, Standing before) {
    return before == null || versionOf(resource) >= before.writtenVersion()
        ? resource.getStatus()
        : before.written();
  }

  private static long versionOf(HamstringPipeline resource) {
    return Optional.ofNullable(resource.getMetadata().getResourceVersion())
        .map(Long::parseLong)
        .orElse(0L);
  }

  /** What a predecessor left counts until there are stages that can be looked at. */
  private static boolean isFirstLook(Standing before, Pipeline running) {
    return before == null || before.running() == null && running != null;
  }

  /** A predecessor's figures may stand for as long as our own. */
  private static Instant lastWrite(HamstringPipelineStatus stored, Instant now) {
    return stored == null ? Instant.EPOCH : now;
  }

  /**
   * What is held keeps running as it was. After a restart of the operator a paused pipeline is
   * taken to run what its spec says; one in a conflict may never have run.
   */
  private static Pipeline running(Resolution resolution, Hold hold, Standing before) {
    var last = before == null ? null : before.running();
    return switch (hold.kind()) {
      case NONE -> resolution.pipeline().orElse(last);
      case PAUSED -> last == null ? resolution.pipeline().orElse(null) : last;
      case CONFLICT -> last;
    };
  }

  /** What a predecessor had seen of a pipeline that this operator sees for the first time. */
  void recall(PipelineKey key, HamstringPipeline resource) {
    if (!standings.containsKey(key)) {
      Memory.recall(resource.getStatus(), key, board);
    }
  }

  /** After a look at its workers; empty when the pipeline is not known, or not any more. */
  Optional<Standing> looked(PipelineKey key, Instant now) {
    return Optional.ofNullable(
        standings.computeIfPresent(key, (same, before) -> judgement.of(before, now)));
  }

  /** After its status was written, which made {@code resource} of it. */
  void wrote(
      PipelineKey key, HamstringPipelineStatus status, HamstringPipeline resource, Instant now) {
    standings.computeIfPresent(
        key, (same, before) -> before.written(status, versionOf(resource), now));
  }

  /** How things stand with a pipeline; empty when it is not known. */
  Optional<Standing> of(PipelineKey key) {
    return Optional.ofNullable(standings.get(key));
  }

  void forget(PipelineKey key) {
    standings.remove(key);
  }

  Set<PipelineKey> known() {
    return Set.copyOf(standings.keySet());
  }

  private static List<String> names(Pipeline pipeline) {
    return pipeline == null
        ? List.of()
        : pipeline.stages().stream().map(PipelineStage::name).toList();
  }
}
