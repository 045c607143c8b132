package io.hamstring.recovery.loop;

import io.hamstring.contract.FailureKind;
import io.hamstring.contract.report.WorkerReport.Counters;
import io.hamstring.contract.report.WorkerReport.Latencies;
import io.hamstring.contract.report.WorkerReport.Rebalances;
import io.hamstring.contract.report.WorkerReport.RecoveryReport;
import io.hamstring.recovery.processing.Disposal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What the loop counts and remembers for its report. Confined to the loop thread. */
final class Journal {

  private static final int RECOVERIES_KEPT = 32;
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final Samples commits;
  private final Samples batches;
  private final MinuteMax pauses = new MinuteMax();
  private final Map<FailureKind, Long> recoveries = new EnumMap<>(FailureKind.class);
  private final ArrayDeque<RecoveryReport> latest = new ArrayDeque<>();
  private long recordsIn;
  private long recordsOut;
  private long batchCount;
  private long commitCount;
  private long aborts;
  private long stale;
  private long refused;
  private long filtered;
  private long invalid;
  private long deadLettered;
  private long skipped;
  private Instant lastCommitAt;
  private long rebalanceCount;
  private long lostCount;
  private long revokedCount;
  private Instant lastRebalanceAt;
  private String lastRebalanceReason;
  private long batchMax;
  private long lastPoll;

  /**
   * @param maxPollInterval a batch that takes longer is given up, so that a stage whose batches
   *     come near it always has one within twice that
   */
  Journal(Duration maxPollInterval) {
    var twice = maxPollInterval.multipliedBy(2);
    var span = twice.compareTo(MINUTE) < 0 ? MINUTE : twice;
    commits = new Samples(span);
    batches = new Samples(span);
  }

  void polled(long now) {
    if (lastPoll != 0) {
      pauses.add(now - lastPoll, now);
    }
    lastPoll = now;
  }

  void pollingStopped() {
    lastPoll = 0;
  }

  void worked(long took, long now) {
    batches.add(took, now);
    batchMax = Math.max(batchMax, took);
  }

  void committed(Transaction transaction, Instant at, long now) {
    commitCount++;
    commits.add(now - transaction.startedAt(), now);
    lastCommitAt = at;
    batchCount += transaction.batches().size();
    for (var finished : transaction.batches()) {
      recordsIn += finished.item().batch().size();
      recordsOut += finished.outputs();
      finished.result().disposals().forEach(this::disposed);
    }
  }

  private void disposed(Disposal disposal) {
    switch (disposal.disposition()) {
      case FILTERED -> filtered++;
      case INVALID -> invalid++;
      case DEAD_LETTERED -> deadLettered++;
      case SKIPPED -> skipped++;
      case DELIVERED -> recordsOut++;
    }
  }

  void refused() {
    refused++;
  }

  void aborted() {
    aborts++;
  }

  void stale(int count) {
    stale += count;
  }

  /**
   * Partitions were taken in good order.
   *
   * @param nothing whether there were none
   */
  void revoked(boolean nothing, Instant at) {
    revokedCount += nothing ? 0 : 1;
    rebalanced("revoked", false, at);
  }

  void rebalanced(String reason, boolean lost, Instant at) {
    rebalanceCount++;
    lostCount += lost ? 1 : 0;
    lastRebalanceAt = at;
    lastRebalanceReason = reason;
  }

  void recoveryBegan(FailureKind kind) {
    recoveries.merge(kind, 1L, Long::sum);
  }

  void recovered(RecoveryReport report) {
    latest.addLast(report);
    if (latest.size() > RECOVERIES_KEPT) {
      latest.removeFirst();
    }
  }

  Instant lastCommitAt() {
    return lastCommitAt;
  }

  List<RecoveryReport> recoveries() {
    return List.copyOf(latest);
  }

  Rebalances rebalances() {
    return new Rebalances(
        rebalanceCount, lostCount, revokedCount, lastRebalanceAt, lastRebalanceReason);
  }

  Latencies latencies(long now) {
    return new Latencies(
        pauses.at(now),
        commits.percentile(0.5, now),
        commits.percentile(0.99, now),
        batches.percentile(0.5, now),
        batches.percentile(0.99, now),
        Duration.ofNanos(batchMax));
  }

  Counters counters() {
    return new Counters(
        recordsIn,
        recordsOut,
        batchCount,
        commitCount,
        aborts,
        stale,
        refused,
        filtered,
        invalid,
        deadLettered,
        skipped,
        recoveries);
  }
}
