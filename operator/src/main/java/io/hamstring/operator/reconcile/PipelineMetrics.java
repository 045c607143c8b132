package io.hamstring.operator.reconcile;

import io.hamstring.operator.condition.PipelineHealth;
import io.hamstring.operator.condition.StageWorkers;
import io.hamstring.operator.symptom.ConditionStatus;
import io.hamstring.operator.telemetry.PipelineKey;
import io.hamstring.operator.telemetry.StageWindow;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The series of each pipeline. A figure that is unknown has no series rather than a zero. Series
 * are made when they are asked for: there are some eighty a pipeline, and a meter for each took a
 * tenth of the operator's memory.
 */
final class PipelineMetrics implements MultiCollector {

  private final Timer sweeps;
  private final ConcurrentMap<PipelineKey, Figures> figures = new ConcurrentHashMap<>();

  PipelineMetrics(PrometheusMeterRegistry registry) {
    this.sweeps =
        Timer.builder("hamstring_sweep")
            .description("looks at one Kafka cluster, judgement included")
            .register(registry);
    registry.getPrometheusRegistry().register(this);
  }

  /** What the series of a pipeline say. */
  private record Figures(
      Map<String, ConditionStatus> conditions,
      List<StageWorkers> workers,
      Map<String, Long> lag,
      Map<String, Long> withheld) {}

  /** Publishes how a pipeline is, the workers it has, and what was seen of its stages. */
  void publish(
      PipelineKey pipeline,
      PipelineHealth health,
      List<StageWorkers> workers,
      Map<String, StageWindow> stages) {
    var conditions = new TreeMap<String, ConditionStatus>();
    health
        .conditions()
        .forEach((type, reported) -> conditions.put(type, reported.verdict().status()));
    var lags = new TreeMap<String, Long>();
    var withheld = new TreeMap<String, Long>();
    stages.forEach(
        (stage, window) -> {
          var lag = window.latest().lag();
          lag.total().known().ifPresent(total -> lags.put(stage, total));
          if (window.latest().cluster().isReached()) {
            withheld.put(stage, lag.withheld());
          }
        });
    figures.put(pipeline, new Figures(conditions, List.copyOf(workers), lags, withheld));
  }

  /** A sweep took so long. */
  void swept(Duration time) {
    sweeps.record(time);
  }

  /** Removes the series of a pipeline. */
  void forget(PipelineKey pipeline) {
    figures.remove(pipeline);
  }

  @Override
  public MetricSnapshots collect() {
    var condition = gauge("hamstring_pipeline_condition", "1 for the status a condition has");
    var workers = gauge("hamstring_stage_workers", "workers that are wanted, and that are ready");
    var lag = gauge("hamstring_stage_lag", "records that may be read and are not worked on");
    var withheld = gauge("hamstring_stage_withheld", "offsets behind open transactions");
    figures.forEach(
        (key, now) -> {
          var pipeline = Labels.of("namespace", key.namespace(), "pipeline", key.name());
          now.conditions.forEach(
              (type, is) -> {
                for (var status : ConditionStatus.values()) {
                  add(
                      condition,
                      pipeline
                          .add("condition", type)
                          .add("status", status.text().toLowerCase(Locale.ROOT)),
                      is == status ? 1 : 0);
                }
              });
          for (var stage : now.workers) {
            var labels = pipeline.add("stage", stage.stage());
            add(workers, labels.add("state", "wanted"), stage.wanted());
            add(workers, labels.add("state", "ready"), stage.ready());
          }
          now.lag.forEach((stage, records) -> add(lag, pipeline.add("stage", stage), records));
          now.withheld.forEach(
              (stage, offsets) -> add(withheld, pipeline.add("stage", stage), offsets));
        });
    return MetricSnapshots.of(condition.build(), workers.build(), lag.build(), withheld.build());
  }

  private static GaugeSnapshot.Builder gauge(String name, String help) {
    return GaugeSnapshot.builder().name(name).help(help);
  }

  private static void add(GaugeSnapshot.Builder gauge, Labels labels, double value) {
    gauge.dataPoint(GaugeDataPointSnapshot.builder().labels(labels).value(value).build());
  }
}
