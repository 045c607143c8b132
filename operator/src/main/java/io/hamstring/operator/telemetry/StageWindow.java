package io.hamstring.operator.telemetry;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What was seen of a stage up to one moment: the latest look, a thinned trail of earlier ones, and
 * facts that a trail would lose. Immutable; bounded by {@link SampleTrail#MAX} samples, {@link
 * RecoveryTrail#MAX} recoveries and what one look holds.
 */
public final class StageWindow {

  private final Duration span;
  private final Instant began;
  private final StageObservation latest;
  private final SampleTrail samples;
  private final Counts counts;
  private final RecoveryTrail recoveries;
  private final CommitTrail commits;

  private StageWindow(
      Duration span,
      Instant began,
      StageObservation latest,
      SampleTrail samples,
      Counts counts,
      RecoveryTrail recoveries,
      CommitTrail commits) {
    this.span = span;
    this.began = began;
    this.latest = latest;
    this.samples = samples;
    this.counts = counts;
    this.recoveries = recoveries;
    this.commits = commits;
  }

  /** A window that reaches {@code span} back and begins with {@code look}. */
  public static StageWindow opening(Duration span, WindowMemory memory, StageObservation look) {
    return new StageWindow(
            span,
            look.at(),
            look,
            SampleTrail.EMPTY,
            Counts.ZERO,
            new RecoveryTrail(memory.recoveries(), null),
            CommitTrail.of(memory))
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
    var completed =
        look.with(
            look.workers().stream()
                .map(worker -> worker.after(earlier.get(worker.pod())))
                .toList());
    var reports =
        completed.workers().stream()
            .map(WorkerObservation::report)
            .filter(Objects::nonNull)
            .toList();
    var counted = counts.plus(reports, began);
    return new StageWindow(
        span,
        began,
        completed,
        samples.plus(span, Sample.of(look, counted.totals())),
        counted,
        recoveries.plus(reports, look.at().minus(span)),
        commits.plus(look));
  }

  /** This window of a stage that wants no worker: nothing is silent. */
  StageWindow atRest() {
    return new StageWindow(span, began, latest, samples, counts, recoveries, commits.atRest());
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
    return Optional.ofNullable(commits.silentSince());
  }

  /** Since when each partition in which records wait has not moved. */
  public Map<Partition, Instant> stillSince() {
    return commits.still();
  }

  /** What the workers counted together since the window began. */
  public Totals totals() {
    return counts.totals();
  }

  /** The newest sample at or before {@code moment}; the oldest when none is that old. */
  public Sample at(Instant moment) {
    return samples.at(moment);
  }

  /** The newest sample; it may be older than the latest look. */
  public Sample newest() {
    return samples.newest();
  }

  int sampleCount() {
    return samples.samples().size();
  }

  /** Recoveries that began after {@code moment}, oldest first. */
  public List<WorkerRecovery> recoveriesAfter(Instant moment) {
    return recoveries.recent().stream().filter(recovery -> recovery.at().isAfter(moment)).toList();
  }

  /** The latest recovery that any worker told of, however long ago. */
  public Optional<WorkerRecovery> lastRecovery() {
    return Optional.ofNullable(recoveries.last());
  }

  /** What a restarted operator must not forget. */
  public WindowMemory memory() {
    return new WindowMemory(commits.silentSince(), recoveries.recent(), commits.remembered());
  }
}
