package io.hamstring.operator.telemetry;

import io.hamstring.contract.FailureKind;
import io.hamstring.contract.report.WorkerReport;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What was seen of a stage up to one moment: the latest look, a thinned trail of earlier ones, and
 * facts that a trail would lose. Immutable; bounded by {@link #MAX_SAMPLES} samples, {@link
 * #MAX_RECOVERIES} recoveries and what one look holds.
 */
public final class StageWindow {

  /** Samples kept. */
  static final int MAX_SAMPLES = 60;

  /** Recoveries kept. */
  static final int MAX_RECOVERIES = 200;

  private final Duration span;
  private final Instant began;
  private final StageObservation latest;
  private final List<Sample> samples;
  private final Totals totals;
  private final Map<String, Totals> counted;
  private final List<WorkerRecovery> recoveries;
  private final Map<Partition, Long> committed;
  private final Instant silentSince;
  private final WorkerRecovery lastRecovery;
  // What a predecessor saw committed, until a look can be compared with it; or null.
  private final Long committedBefore;

  private StageWindow(
      Duration span,
      Instant began,
      StageObservation latest,
      List<Sample> samples,
      Totals totals,
      Map<String, Totals> counted,
      List<WorkerRecovery> recoveries,
      Map<Partition, Long> committed,
      Instant silentSince,
      WorkerRecovery lastRecovery,
      Long committedBefore) {
    this.span = span;
    this.began = began;
    this.latest = latest;
    this.samples = List.copyOf(samples);
    this.totals = totals;
    this.counted = Map.copyOf(counted);
    this.recoveries = List.copyOf(recoveries);
    this.committed = Map.copyOf(committed);
    this.silentSince = silentSince;
    this.lastRecovery = lastRecovery;
    this.committedBefore = committedBefore;
  }

  /** A window that reaches {@code span} back and begins with {@code look}. */
  public static StageWindow opening(Duration span, WindowMemory memory, StageObservation look) {
    return new StageWindow(
            span,
            look.at(),
            look,
            List.of(),
            Totals.ZERO,
            Map.of(),
            memory.recoveries(),
            Map.of(),
            memory.silentSince(),
            null,
            memory.committed())
        .after(span, look, Map.of());
  }

  /** This window after one more look. */
  StageWindow plus(StageObservation look) {
    return plus(span, look);
  }

  /** This window after one more look, reaching {@code span} back from now on. */
  public StageWindow plus(Duration span, StageObservation look) {
    var earlier =
        latest.workers().stream()
            .collect(Collectors.toMap(WorkerObservation::pod, worker -> worker, (a, b) -> a));
    return after(span, look, earlier);
  }

  private StageWindow after(
      Duration span, StageObservation look, Map<String, WorkerObservation> earlier) {
    var workers =
        look.workers().stream().map(worker -> worker.after(earlier.get(worker.pod()))).toList();
    var reports =
        workers.stream()
            .map(WorkerObservation::report)
            .filter(report -> report != null)
            .collect(Collectors.toList());
    var sum = totals;
    var nowCounted = new HashMap<String, Totals>();
    for (var report : reports) {
      sum = sum.plus(Totals.of(report).minus(countedBefore(report)));
      nowCounted.put(report.instanceId(), Totals.of(report));
    }
    var all = told(reports);
    var completed =
        new StageObservation(
            look.at(),
            look.cluster(),
            look.start(),
            look.partitions(),
            look.topicProblems(),
            look.refusals(),
            look.members(),
            workers);
    return new StageWindow(
        span,
        began,
        completed,
        thinned(span, new Sample(look.at(), look.lag().total(), sum)),
        sum,
        nowCounted,
        recent(all, look.at().minus(span)),
        stands(look),
        silence(look),
        latest(all),
        knowsAllCommits(look) ? null : committedBefore);
  }

  /** This window of a stage that wants no worker: nothing is silent. */
  StageWindow atRest() {
    return new StageWindow(
        span,
        began,
        latest,
        samples,
        totals,
        counted,
        recoveries,
        committed,
        null,
        lastRecovery,
        null);
  }

  /** The last known committed offset of each partition; 0 where nothing was committed. */
  private Map<Partition, Long> stands(StageObservation look) {
    var stands = new HashMap<>(committed);
    look.partitions()
        .forEach(
            (partition, figures) -> {
              switch (figures.committed().state()) {
                case COMMITTED -> stands.put(partition, figures.committed().offset());
                case NONE -> stands.put(partition, 0L);
                case UNKNOWN -> {}
              }
            });
    return stands;
  }

  /**
   * What an incarnation had counted before it was first looked at does not belong to the window.
   */
  private Totals countedBefore(WorkerReport report) {
    var before = counted.get(report.instanceId());
    if (before != null) {
      return before;
    }
    return report.startedAt().isAfter(began) ? Totals.ZERO : Totals.of(report);
  }

  private List<Sample> thinned(Duration span, Sample newest) {
    if (!samples.isEmpty()
        && Duration.between(samples.get(samples.size() - 1).at(), newest.at())
                .compareTo(span.dividedBy(MAX_SAMPLES - 1))
            < 0) {
      return samples;
    }
    var kept = new ArrayList<>(samples);
    kept.add(newest);
    // The one before the span's beginning stays: it says where the span began.
    while (kept.size() > MAX_SAMPLES
        || kept.size() > 1 && !kept.get(1).at().isAfter(newest.at().minus(span))) {
      kept.remove(0);
    }
    return kept;
  }

  /** What was told before, and what {@code reports} tell, each once. */
  private List<WorkerRecovery> told(List<WorkerReport> reports) {
    var told = new ArrayList<>(recoveries);
    for (var report : reports) {
      report
          .recoveries()
          .forEach(
              ended ->
                  remember(
                      told,
                      recovery(report, ended.at(), ended.cause(), ended.took(), ended.detail())));
      if (report.recovery() != null) {
        var now = report.recovery();
        remember(told, recovery(report, now.since(), now.cause(), null, now.detail()));
      }
    }
    return told;
  }

  private static List<WorkerRecovery> recent(List<WorkerRecovery> told, Instant after) {
    var recent = told.stream().filter(recovery -> !recovery.at().isBefore(after)).toList();
    return recent.subList(Math.max(0, recent.size() - MAX_RECOVERIES), recent.size());
  }

  private WorkerRecovery latest(List<WorkerRecovery> told) {
    return Stream.concat(Stream.ofNullable(lastRecovery), told.stream())
        .max(Comparator.comparing(WorkerRecovery::at))
        .orElse(null);
  }

  private static WorkerRecovery recovery(
      WorkerReport report, Instant at, FailureKind cause, Duration took, String detail) {
    return new WorkerRecovery(report.instanceId(), report.pod(), at, cause, took, detail);
  }

  /** A recovery that was heard of before is the same one, though its cause may have grown worse. */
  private static void remember(List<WorkerRecovery> kept, WorkerRecovery heard) {
    kept.removeIf(heard::isSameAs);
    kept.add(heard);
  }

  private Instant silence(StageObservation look) {
    var lag = look.lag();
    if (lag.isWhole() && lag.total().value() == 0) {
      return null;
    }
    if (silentSince != null && hasMoved(look)) {
      return look.at();
    }
    if (!lag.total().isKnown() || lag.total().value() == 0) {
      return silentSince;
    }
    return silentSince == null ? look.at() : silentSince;
  }

  private static boolean knowsAllCommits(StageObservation look) {
    return !look.partitions().isEmpty()
        && look.partitions().values().stream()
            .noneMatch(figures -> figures.committed().state() == CommittedOffset.State.UNKNOWN);
  }

  private static long sum(Map<Partition, Long> offsets) {
    return offsets.values().stream().mapToLong(Long::longValue).sum();
  }

  private boolean hasMoved(StageObservation look) {
    if (committedBefore != null && knowsAllCommits(look) && committedBefore != sum(stands(look))) {
      return true;
    }
    return stands(look).entrySet().stream()
        .anyMatch(
            stand ->
                !stand.getValue().equals(committed.getOrDefault(stand.getKey(), stand.getValue())));
  }

  /** The latest look, with the last report of each worker that did not answer it. */
  public StageObservation latest() {
    return latest;
  }

  /** How far back the window has seen, up to its span. */
  public Duration seen() {
    return Duration.between(began, latest.at());
  }

  /** Since when there is lag and nothing is committed. */
  public Optional<Instant> silentSince() {
    return Optional.ofNullable(silentSince);
  }

  /** What the workers counted together since the window began. */
  public Totals totals() {
    return totals;
  }

  /** The newest sample at or before {@code moment}; the oldest when none is that old. */
  public Sample at(Instant moment) {
    var best = samples.get(0);
    for (var sample : samples) {
      if (!sample.at().isAfter(moment)) {
        best = sample;
      }
    }
    return best;
  }

  int sampleCount() {
    return samples.size();
  }

  /** Recoveries that began after {@code moment}, oldest first. */
  public List<WorkerRecovery> recoveriesAfter(Instant moment) {
    return recoveries.stream().filter(recovery -> recovery.at().isAfter(moment)).toList();
  }

  /** The latest recovery that any worker told of, however long ago. */
  public Optional<WorkerRecovery> lastRecovery() {
    return Optional.ofNullable(lastRecovery);
  }

  /** What a restarted operator must not forget. */
  public WindowMemory memory() {
    return new WindowMemory(
        silentSince,
        recoveries,
        silentSince == null
            ? null
            : committedBefore == null ? Long.valueOf(sum(committed)) : committedBefore);
  }
}
