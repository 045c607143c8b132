package io.hamstring.operator.reconcile;

import io.hamstring.contract.names.ObjectNames;
import io.hamstring.operator.guard.GuardedPipeline;
import io.hamstring.operator.guard.GuardedStage;
import io.hamstring.operator.guard.PodHome;
import io.hamstring.operator.spec.Pipeline;
import io.hamstring.operator.spec.PipelineStage;
import io.hamstring.operator.symptom.Tempo;
import io.hamstring.operator.symptom.Thresholds;
import io.hamstring.operator.telemetry.ClusterTraits.Needs;
import io.hamstring.operator.telemetry.PipelineKey;
import io.hamstring.operator.telemetry.watch.Cluster;
import io.hamstring.operator.telemetry.watch.KeptTopic;
import io.hamstring.operator.telemetry.watch.WatchedPipeline;
import io.hamstring.operator.telemetry.watch.WatchedStage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What is to be watched of a pipeline, and what makes it sick. */
final class WatchPlan {

  /** A worker's last word counts at least so long; a missed sweep or two is no silence. */
  private static final Duration FRESH = Duration.ofSeconds(30);

  /** How far back records count that were set aside, and such as were lost. */
  private static final Duration LATELY = Duration.ofMinutes(10);

  // transaction.abort.timed.out.transaction.cleanup.interval.ms, and a rebalance.
  private static final Duration ABORTED_BY = Duration.ofSeconds(20);

  private final Duration sweepInterval;
  private final Tempo tempo;

  WatchPlan(Duration sweepInterval, Tempo tempo) {
    this.sweepInterval = sweepInterval;
    this.tempo = tempo;
  }

  /** How fast what is seen is believed. */
  Tempo tempo() {
    return tempo;
  }

  static PipelineKey keyOf(Pipeline pipeline) {
    return new PipelineKey(pipeline.namespace(), pipeline.name());
  }

  WatchedPipeline watched(Pipeline pipeline) {
    return watched(pipeline, pipeline.createTopics() ? keptTopics(pipeline) : List.of());
  }

  /** Looks, and makes no topics. */
  WatchedPipeline onlyWatched(Pipeline pipeline) {
    return watched(pipeline, List.of());
  }

  private WatchedPipeline watched(Pipeline pipeline, List<KeptTopic> topics) {
    var key = keyOf(pipeline);
    return new WatchedPipeline(
        key,
        clusterOf(pipeline),
        new Needs(pipeline.kafka().groupProtocol(), pipeline.timeouts().transaction()),
        topics,
        pipeline.stages().stream().map(stage -> watched(key, pipeline, stage)).toList());
  }

  static Cluster clusterOf(Pipeline pipeline) {
    return new Cluster(
        pipeline.kafka().bootstrapServers(), pipeline.access().operatorClient().settings());
  }

  /** What the guard must know of a pipeline. */
  static GuardedPipeline guarded(Pipeline pipeline) {
    var key = keyOf(pipeline);
    return new GuardedPipeline(
        key,
        pipeline.stages().stream()
            .map(
                stage ->
                    new GuardedStage(
                        key.stage(stage.name()),
                        stage.group(),
                        new PodHome(
                            key.namespace(), ObjectNames.ofPipeline(key.name()), stage.name()),
                        stage.objectName() + "-",
                        pipeline.timeouts().session(),
                        pipeline.guard()))
            .toList());
  }

  private static List<KeptTopic> keptTopics(Pipeline pipeline) {
    return pipeline.topics().stream()
        .map(
            topic ->
                new KeptTopic(
                    topic.name(), topic.partitions(), topic.replicationFactor(), topic.config()))
        .toList();
  }

  private WatchedStage watched(PipelineKey key, Pipeline pipeline, PipelineStage stage) {
    return new WatchedStage(
        key.stage(stage.name()),
        stage.group(),
        pipeline.kafka().offsetReset(),
        stage.inputTopics(),
        outputs(stage),
        thresholds(pipeline).span());
  }

  private static List<String> outputs(PipelineStage stage) {
    var outputs = new ArrayList<>(stage.outputTopics());
    Optional.ofNullable(stage.settings().stage().onPoison().deadLetterTopic())
        .ifPresent(outputs::add);
    Optional.ofNullable(stage.settings().audit().topic()).ifPresent(outputs::add);
    return outputs;
  }

  private Duration stall(Pipeline pipeline) {
    var timeouts = pipeline.timeouts();
    return timeouts.session().plus(timeouts.transaction()).plus(tempo.of(ABORTED_BY));
  }

  Thresholds thresholds(Pipeline pipeline) {
    var alerts = pipeline.alerts();
    var missed = sweepInterval.multipliedBy(3);
    var fresh = tempo.of(FRESH);
    var lately = tempo.of(LATELY);
    return new Thresholds(
        alerts.membershipLosses(),
        alerts.membershipLossWindow(),
        alerts.outputSilence(),
        alerts.lagGrowthWindow(),
        alerts.hangingTransaction(),
        stall(pipeline),
        pipeline.timeouts().maxPollInterval(),
        missed.compareTo(fresh) > 0 ? missed : fresh,
        lately,
        lately);
  }
}
