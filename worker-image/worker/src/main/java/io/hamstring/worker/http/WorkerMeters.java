package io.hamstring.worker.http;

import io.hamstring.contract.FailureKind;
import io.hamstring.contract.report.WorkerReport;
import io.hamstring.contract.report.WorkerReport.PartitionReport;
import io.hamstring.contract.report.WorkerReport.WorkerState;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * The worker's own meters: the report's figures, named as its fields are, one report per scrape.
 * Durations are in seconds, times in seconds since 1970.
 */
final class WorkerMeters {

  private static final String PREFIX = "hamstring.worker.";

  private final PrometheusMeterRegistry registry;
  private final Supplier<WorkerReport> reports;
  private final Tags tags;
  private final MultiGauge[] perPartition = new MultiGauge[6];
  private final ReentrantLock scraping = new ReentrantLock();
  private volatile WorkerReport report;

  WorkerMeters(PrometheusMeterRegistry registry, Supplier<WorkerReport> reports) {
    this.registry = registry;
    this.reports = reports;
    this.report = reports.get();
    this.tags =
        Tags.of(
            "namespace", report.namespace(),
            "pipeline", report.pipeline(),
            "stage", report.stage(),
            "pod", report.pod());
    counters();
    gauges();
    states();
    partitions();
  }

  /** The Prometheus text of this moment. */
  String scrape() {
    scraping.lock();
    try {
      report = reports.get();
      var partitions = report.partitions();
      rows(0, partitions, PartitionReport::position);
      rows(1, partitions, PartitionReport::committed);
      rows(2, partitions, PartitionReport::queued);
      rows(3, partitions, partition -> partition.paused() ? 1 : 0);
      rows(4, partitions, partition -> partition.held() ? 1 : 0);
      rows(5, partitions, partition -> age(partition.oldestRecordAt()));
      return registry.scrape();
    } finally {
      scraping.unlock();
    }
  }

  private void counters() {
    counter("records.in", "Records worked on and committed", r -> r.counters().recordsIn());
    counter("records.out", "Records written and committed", r -> r.counters().recordsOut());
    counter("batches", "Batches committed", r -> r.counters().batches());
    counter("commits", "Transactions committed", r -> r.counters().commits());
    counter("aborts", "Transactions aborted", r -> r.counters().aborts());
    counter("stale.batches", "Batches dropped: partition gone", r -> r.counters().staleBatches());
    counter("commits.refused", "Commits refused by the group", r -> r.counters().commitsRefused());
    counter("filtered", "Records a rule dropped", r -> r.counters().filtered());
    counter("invalid", "Records a validation rule refused", r -> r.counters().invalid());
    counter(
        "dead.lettered", "Records sent to the dead-letter topic", r -> r.counters().deadLettered());
    counter("skipped", "Poison records skipped", r -> r.counters().skipped());
    counter("rebalances", "Changes of the assignment", r -> r.rebalances().count());
    counter("rebalances.lost", "Those that took partitions unasked", r -> r.rebalances().lost());
    for (var kind : FailureKind.values()) {
      counter(
          "recoveries",
          "Recoveries by cause",
          r -> r.counters().recoveries().getOrDefault(kind, 0L),
          tags.and("cause", kind.name()));
    }
  }

  private void gauges() {
    gauge("boot", "Starts of this pod's containers", WorkerReport::boot);
    gauge("live", "1 while the loop turns", r -> r.live() ? 1 : 0);
    gauge("ready", "1 while the worker can work", r -> r.ready() ? 1 : 0);
    gauge(
        "assignment.epoch", "The worker's own count of assignments", WorkerReport::assignmentEpoch);
    gauge("generation", "The group's generation or member epoch", WorkerReport::generation);
    gauge(
        "recovery.attempt",
        "Tries in a row",
        r -> r.recovery() == null ? 0 : r.recovery().attempt());
    gauge(
        "last.commit.time.seconds",
        "When a transaction was last committed",
        r -> time(r.lastCommitAt()));
    gauge("start.time.seconds", "When this incarnation started", r -> time(r.startedAt()));
    seconds("poll.interval.max.seconds", r -> r.latencies().pollIntervalMax());
    seconds("commit.p50.seconds", r -> r.latencies().commitP50());
    seconds("commit.p99.seconds", r -> r.latencies().commitP99());
    seconds("batch.p50.seconds", r -> r.latencies().batchP50());
    seconds("batch.p99.seconds", r -> r.latencies().batchP99());
    seconds("batch.max.seconds", r -> r.latencies().batchMax());
  }

  private void states() {
    for (var state : WorkerState.values()) {
      gauge(
          "state",
          "1 for what the worker is doing",
          r -> r.state() == state ? 1 : 0,
          tags.and("state", state.name().toLowerCase(Locale.ROOT)));
    }
  }

  private void partitions() {
    perPartition[0] = multi("partition.position", "Next offset to fetch, -1 if unknown");
    perPartition[1] = multi("partition.committed", "Committed offset, -1 if unknown");
    perPartition[2] = multi("partition.queued", "Records fetched and not yet in a batch");
    perPartition[3] = multi("partition.paused", "1 while fetching is paused");
    perPartition[4] = multi("partition.held", "1 while the partition waits for a remedy");
    perPartition[5] =
        multi("partition.record.age.seconds", "Age of the oldest record not yet committed");
  }

  private double age(Instant oldest) {
    return oldest == null ? 0 : Duration.between(oldest, report.at()).toMillis() / 1000.0;
  }

  private static double time(Instant at) {
    return at == null ? 0 : at.toEpochMilli() / 1000.0;
  }

  private void rows(
      int gauge, List<PartitionReport> partitions, ToDoubleFunction<PartitionReport> figure) {
    perPartition[gauge].register(
        partitions.stream()
            .<MultiGauge.Row<?>>map(
                partition ->
                    MultiGauge.Row.of(
                        Tags.of(
                            "topic", partition.topic(),
                            "partition", String.valueOf(partition.partition())),
                        figure.applyAsDouble(partition)))
            .toList(),
        true);
  }

  private MultiGauge multi(String name, String description) {
    return MultiGauge.builder(PREFIX + name).description(description).tags(tags).register(registry);
  }

  private void counter(String name, String description, ToDoubleFunction<WorkerReport> figure) {
    counter(name, description, figure, tags);
  }

  private void counter(
      String name, String description, ToDoubleFunction<WorkerReport> figure, Tags with) {
    FunctionCounter.builder(PREFIX + name, this, self -> figure.applyAsDouble(self.report))
        .description(description)
        .tags(with)
        .register(registry);
  }

  private void seconds(String name, Function<WorkerReport, Duration> figure) {
    gauge(name, "Over the last few hundred observations", r -> figure.apply(r).toNanos() / 1e9);
  }

  private void gauge(String name, String description, ToDoubleFunction<WorkerReport> figure) {
    gauge(name, description, figure, tags);
  }

  private void gauge(
      String name, String description, ToDoubleFunction<WorkerReport> figure, Tags with) {
    Gauge.builder(PREFIX + name, this, self -> figure.applyAsDouble(self.report))
        .description(description)
        .tags(with)
        .register(registry);
  }
}
