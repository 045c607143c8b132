package io.hamstring.operator.reconcile;

import io.hamstring.operator.spec.PipelineStage;
import io.hamstring.operator.telemetry.PipelineKey;
import io.hamstring.operator.telemetry.StageKey;
import io.hamstring.operator.telemetry.TelemetryBoard;
import io.hamstring.operator.telemetry.watch.PodSource;
import io.hamstring.operator.telemetry.watch.SweepListener;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the sweeps are told of pods, and what becomes of what they see: a judgement, series, and a
 * reconcile where there is news.
 */
final class Sweeps implements SweepListener, PodSource {

  private static final Logger LOG = LoggerFactory.getLogger(Sweeps.class);

  private final Clock clock;
  private final TelemetryBoard board;
  private final Roster roster;
  private final Pods pods;
  private final Fleet fleet;
  private final Standings standings;
  private final StatusWriter writer;
  private final PipelineMetrics metrics;
  private final Announcer announcer;
  private final Consumer<PipelineKey> news;
  private final Consumer<PipelineKey> forget;

  Sweeps(
      Clock clock,
      TelemetryBoard board,
      Roster roster,
      Pods pods,
      Fleet fleet,
      Standings standings,
      StatusWriter writer,
      PipelineMetrics metrics,
      Announcer announcer,
      Consumer<PipelineKey> news,
      Consumer<PipelineKey> forget) {
    this.clock = clock;
    this.board = board;
    this.roster = roster;
    this.pods = pods;
    this.fleet = fleet;
    this.standings = standings;
    this.writer = writer;
    this.metrics = metrics;
    this.announcer = announcer;
    this.news = news;
    this.forget = forget;
  }

  /** Judges what a sweep saw; only news makes a pipeline reconcile. */
  @Override
  public void swept(Set<PipelineKey> pipelines) {
    var now = clock.instant();
    forgetGone();
    for (var key : pipelines) {
      try {
        swept(key, now);
      } catch (RuntimeException bug) {
        LOG.atError()
            .addKeyValue("namespace", key.namespace())
            .addKeyValue("pipeline", key.name())
            .setCause(bug)
            .log("pipeline not judged");
      }
    }
  }

  /** Of whose deletion nobody told. */
  private void forgetGone() {
    for (var key : standings.known()) {
      if (!roster.has(key)) {
        forget.accept(key);
      }
    }
  }

  private void swept(PipelineKey key, Instant now) {
    if (!roster.has(key)) {
      forget.accept(key);
      return;
    }
    standings
        .looked(key, now)
        .ifPresent(
            standing -> {
              publish(key, standing);
              if (writer.isDue(standing, now)) {
                news.accept(key);
              }
            });
  }

  /** Publishes how a pipeline is. */
  void publish(PipelineKey key, Standing standing) {
    var stages =
        standing.pipeline().stream()
            .flatMap(pipeline -> pipeline.stages().stream())
            .map(PipelineStage::name)
            .toList();
    var workers = standing.pipeline().map(fleet::of).orElse(List.of());
    metrics.publish(key, standing.health(), workers, board.of(key, stages));
  }

  @Override
  public void took(Duration time) {
    metrics.swept(time);
  }

  @Override
  public void grew(Set<PipelineKey> pipelines, GrownTopic topic) {
    roster
        .all()
        .filter(pipeline -> pipelines.contains(SweepEvents.keyOf(pipeline)))
        .forEach(
            pipeline -> announcer.announce(List.of(Flips.of(topic, pipeline, clock.instant()))));
  }

  @Override
  public List<PodView> podsOf(StageKey stage) {
    return pods.podsOf(stage);
  }

  @Override
  public boolean wantsWorkers(StageKey stage) {
    return standings.of(stage.pipeline()).flatMap(Standing::pipeline).stream()
        .flatMap(pipeline -> fleet.of(pipeline).stream())
        .noneMatch(workers -> workers.stage().equals(stage.stage()) && workers.wanted() == 0);
  }
}
