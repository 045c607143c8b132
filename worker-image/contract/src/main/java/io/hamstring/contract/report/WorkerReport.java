package io.hamstring.contract.report;

import io.hamstring.contract.FailureKind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What a worker says of itself at one moment ({@code GET /report}). Field names equal metric labels
 * and log keys. Counters count since the start of this incarnation. A field that does not apply is
 * null. What a newer worker tells of a cause that this version does not know is left out.
 *
 * @param version of this format
 * @param instanceId names the incarnation
 * @param at when the report was made
 * @param startedAt when the incarnation started
 * @param live whether the loop turns
 * @param ready whether the worker can work
 * @param recovery what the worker is recovering from now, or null
 * @param assignmentEpoch the worker's own count of assignments
 * @param memberId the group's name for this member, or null
 * @param generation the group's generation or member epoch, or -1
 * @param lastCommitAt when a transaction was last committed, or null
 * @param recoveries the last 32, oldest first
 * @param role what the worker is in its stage; {@link WorkerRole#ACTIVE} of a worker that does not
 *     say
 */
public record WorkerReport(
    int version,
    String namespace,
    String pipeline,
    String stage,
    String pod,
    long boot,
    String instanceId,
    String transactionalId,
    Instant at,
    Instant startedAt,
    WorkerState state,
    boolean live,
    boolean ready,
    Recovering recovery,
    long assignmentEpoch,
    String memberId,
    int generation,
    List<PartitionReport> partitions,
    Rebalances rebalances,
    Latencies latencies,
    Counters counters,
    Instant lastCommitAt,
    List<RecoveryReport> recoveries,
    WorkerRole role) {

  /** The version of this format. */
  public static final int VERSION = 1;

  public WorkerReport {
    partitions = List.copyOf(partitions);
    recovery = recovery == null || recovery.cause() == null ? null : recovery;
    recoveries = recoveries.stream().filter(ended -> ended.cause() != null).toList();
    role = role == null ? WorkerRole.ACTIVE : role;
  }

  /** This report of a worker whose loop stands still. */
  public WorkerReport notLive() {
    return new WorkerReport(
        version,
        namespace,
        pipeline,
        stage,
        pod,
        boot,
        instanceId,
        transactionalId,
        at,
        startedAt,
        state,
        false,
        false,
        recovery,
        assignmentEpoch,
        memberId,
        generation,
        partitions,
        rebalances,
        latencies,
        counters,
        lastCommitAt,
        recoveries,
        role);
  }

  /** What a worker is doing. */
  public enum WorkerState {
    /** Building its clients for the first time. */
    STARTING,
    /** Member of the group or about to be; working. */
    RUNNING,
    /** Following a recovery plan. */
    RECOVERING,
    /** Finishing what is in work, then leaving. */
    STOPPING,
    /** Out of the group for good. */
    STOPPED
  }

  /**
   * A recovery under way.
   *
   * @param cause why
   * @param detail the failure in the client's words, or null
   * @param plan the steps still to be taken, such as {@code OpenInput}; the first is being taken
   * @param attempt tries in a row, from 1
   */
  public record Recovering(
      FailureKind cause, String detail, List<String> plan, int attempt, Instant since) {

    public Recovering {
      plan = List.copyOf(plan);
    }
  }

  /**
   * One assigned partition.
   *
   * @param position next offset to fetch, or -1
   * @param committed next offset that a new owner would read, or -1
   * @param queued records fetched and not yet in a batch
   * @param inWork records of the batch in work
   * @param paused whether fetching is paused because the queue is full
   * @param held whether the partition waits for its dead-letter topic or for a person
   * @param oldestRecordAt timestamp of the oldest record not yet committed, or null
   * @param heldBecause what it waits for; null when it is not held or the worker does not say
   */
  public record PartitionReport(
      String topic,
      int partition,
      long epoch,
      long position,
      long committed,
      int queued,
      int inWork,
      boolean paused,
      boolean held,
      Instant oldestRecordAt,
      HeldBecause heldBecause) {}

  /** What a held partition waits for. */
  public enum HeldBecause {
    /** A person: a record fails for ever and there is nowhere to put it. */
    POISON,
    /** The dead-letter topic, which is missing or refuses. */
    DEAD_LETTER_TOPIC
  }

  /**
   * Changes of the assignment.
   *
   * @param count since start
   * @param lost how many of them took partitions without asking
   * @param revoked how many of them took partitions in good order
   * @param lastAt the latest, or null
   * @param lastReason {@code assigned}, {@code revoked} or {@code lost}, or null
   */
  public record Rebalances(
      long count, long lost, long revoked, Instant lastAt, String lastReason) {}

  /**
   * Latencies over the last few hundred observations, none older than a minute and two {@code
   * maxPollInterval}; zero when there was none.
   *
   * @param pollIntervalMax longest pause between two polls in the last minute
   * @param batchMax since the start
   */
  public record Latencies(
      Duration pollIntervalMax,
      Duration commitP50,
      Duration commitP99,
      Duration batchP50,
      Duration batchP99,
      Duration batchMax) {}

  /**
   * Counters since the start of the incarnation. Records count when their transaction is committed.
   *
   * @param filtered records that a rule of the stage dropped
   * @param invalid records that a validation rule of the stage refused
   * @param deadLettered records written to the dead-letter topic
   * @param skipped poison records skipped because the spec says so
   * @param recoveries by cause
   */
  public record Counters(
      long recordsIn,
      long recordsOut,
      long batches,
      long commits,
      long aborts,
      long staleBatches,
      long commitsRefused,
      long filtered,
      long invalid,
      long deadLettered,
      long skipped,
      Map<FailureKind, Long> recoveries) {

    public Counters {
      recoveries =
          recoveries.entrySet().stream()
              .filter(counted -> counted.getKey() != null)
              .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
    }
  }

  /**
   * A recovery that ended.
   *
   * @param at when it began
   * @param took until the worker's group had given it partitions again, or, where its membership
   *     stood, until the failure was dealt with
   */
  public record RecoveryReport(
      Instant at, FailureKind cause, String detail, int attempts, Duration took) {}
}
