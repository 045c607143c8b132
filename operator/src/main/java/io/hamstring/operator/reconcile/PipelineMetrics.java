package io.hamstring.operator.reconcile;

import io.hamstring.operator.condition.PipelineHealth;
import io.hamstring.operator.condition.StageWorkers;
import io.hamstring.operator.symptom.ConditionStatus;
import io.hamstring.operator.telemetry.PipelineKey;
import io.hamstring.operator.telemetry.StageWindow;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** The series of each pipeline. A figure that is unknown has no series rather than a zero. */
final class PipelineMetrics {

  private final MeterRegistry registry;
  private final Timer sweeps;
  private final ConcurrentMap<PipelineKey, Series> series = new ConcurrentHashMap<>();

  PipelineMetrics(MeterRegistry registry) {
    this.registry = registry;
    this.sweeps =
        Timer.builder("hamstring_sweep")
            .description("looks at one Kafka cluster, judgement included")
            .register(registry);
  }

  private record Series(
      MultiGauge conditions, MultiGauge workers, MultiGauge lag, MultiGauge withheld) {}

  /** Publishes how a pipeline is, the workers it has, and what was seen of its stages. */
  void publish(
      PipelineKey pipeline,
      PipelineHealth health,
      List<StageWorkers> workers,
      Map<String, StageWindow> stages) {
    var gauges = series.computeIfAbsent(pipeline, this::open);
    gauges.conditions.register(conditions(health), true);
    gauges.workers.register(counts(workers), true);
    var lags = new ArrayList<MultiGauge.Row<?>>();
    var withheld = new ArrayList<MultiGauge.Row<?>>();
    stages.forEach(
        (stage, window) -> {
          var tags = Tags.of("stage", stage);
          var lag = window.latest().lag();
          lag.total().known().ifPresent(total -> lags.add(MultiGauge.Row.of(tags, total)));
          if (window.latest().cluster().isReached()) {
            withheld.add(MultiGauge.Row.of(tags, lag.withheld()));
          }
        });
    gauges.lag.register(lags, true);
    gauges.withheld.register(withheld, true);
  }

  /** A sweep took so long. */
  void swept(Duration time) {
    sweeps.record(time);
  }

  /** Removes the series of a pipeline. */
  void forget(PipelineKey pipeline) {
    var gone = series.remove(pipeline);
    if (gone != null) {
      List.of(gone.conditions, gone.workers, gone.lag, gone.withheld)
          .forEach(gauge -> gauge.register(List.of(), true));
    }
  }

  private static List<MultiGauge.Row<?>> conditions(PipelineHealth health) {
    var rows = new ArrayList<MultiGauge.Row<?>>();
    health
        .conditions()
        .forEach(
            (type, reported) -> {
              for (var status : ConditionStatus.values()) {
                rows.add(
                    MultiGauge.Row.of(
                        Tags.of(
                            "condition", type, "status", status.text().toLowerCase(Locale.ROOT)),
                        reported.verdict().status() == status ? 1 : 0));
              }
            });
    return rows;
  }

  private static List<MultiGauge.Row<?>> counts(List<StageWorkers> workers) {
    var rows = new ArrayList<MultiGauge.Row<?>>();
    for (var stage : workers) {
      var tags = Tags.of("stage", stage.stage());
      rows.add(MultiGauge.Row.of(tags.and("state", "wanted"), stage.wanted()));
      rows.add(MultiGauge.Row.of(tags.and("state", "ready"), stage.ready()));
    }
    return rows;
  }

  private Series open(PipelineKey pipeline) {
    return new Series(
        gauge("hamstring_pipeline_condition", "1 for the status a condition has", pipeline),
        gauge("hamstring_stage_workers", "workers that are wanted, and that are ready", pipeline),
        gauge("hamstring_stage_lag", "records that may be read and are not worked on", pipeline),
        gauge("hamstring_stage_withheld", "offsets behind open transactions", pipeline));
  }

  private MultiGauge gauge(String name, String description, PipelineKey pipeline) {
    return MultiGauge.builder(name)
        .description(description)
        .tags("namespace", pipeline.namespace(), "pipeline", pipeline.name())
        .register(registry);
  }
}
