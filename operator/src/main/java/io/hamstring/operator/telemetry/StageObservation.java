package io.hamstring.operator.telemetry;

import io.hamstring.contract.settings.WorkerSettings.OffsetReset;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * One look at a stage.
 *
 * @param start where a group without committed offsets starts
 * @param partitions of the topics it reads, as far as they are known
 * @param topicProblems by topic, of those it reads or writes
 * @param refusals what the operator may not ask, each with the grant that is missing
 * @param group its members
 * @param transactions open ones, around it
 * @param guard what the guard knew before this look
 */
public record StageObservation(
    Instant at,
    ClusterReach cluster,
    OffsetReset start,
    SortedMap<Partition, PartitionFigures> partitions,
    SortedMap<String, TopicProblem> topicProblems,
    List<String> refusals,
    GroupView group,
    List<WorkerObservation> workers,
    TransactionView transactions,
    GuardView guard) {

  public StageObservation {
    partitions = Collections.unmodifiableSortedMap(new TreeMap<>(partitions));
    topicProblems = Collections.unmodifiableSortedMap(new TreeMap<>(topicProblems));
    refusals = List.copyOf(refusals);
    workers = List.copyOf(workers);
  }

  /** The same look at other workers. */
  StageObservation with(List<WorkerObservation> others) {
    return new StageObservation(
        at,
        cluster,
        start,
        partitions,
        topicProblems,
        refusals,
        group,
        others,
        transactions,
        guard);
  }

  /** A look before which the guard knew nothing, and in which nobody asked for transactions. */
  public StageObservation(
      Instant at,
      ClusterReach cluster,
      OffsetReset start,
      SortedMap<Partition, PartitionFigures> partitions,
      SortedMap<String, TopicProblem> topicProblems,
      List<String> refusals,
      GroupView group,
      List<WorkerObservation> workers) {
    this(
        at,
        cluster,
        start,
        partitions,
        topicProblems,
        refusals,
        group,
        workers,
        TransactionView.QUIET,
        GuardView.QUIET);
  }

  /** The same look with what the guard knew before it. */
  public StageObservation with(GuardView known) {
    return new StageObservation(
        at,
        cluster,
        start,
        partitions,
        topicProblems,
        refusals,
        group,
        workers,
        transactions,
        known);
  }

  /** The same look with what is known of transactions. */
  public StageObservation with(TransactionView known) {
    return new StageObservation(
        at, cluster, start, partitions, topicProblems, refusals, group, workers, known, guard);
  }

  /** The lag over all partitions. */
  public StageLag lag() {
    long total = 0;
    long withheld = 0;
    var known = 0;
    var unknown = new ArrayList<String>();
    for (var entry : partitions.entrySet()) {
      var lag = lagOf(entry.getKey());
      if (lag.isKnown()) {
        total += lag.value();
        known++;
      } else {
        unknown.add(entry.getKey().toString());
      }
      withheld += entry.getValue().withheld().known().orElse(0);
    }
    topicProblems.forEach(
        (topic, problem) -> {
          if (problem.role() == TopicProblem.Role.INPUT && !isSeen(topic)) {
            unknown.add(topic);
          }
        });
    return new StageLag(
        known == 0 ? Figure.unknown(whyUnknown()) : Figure.of(total), withheld, unknown);
  }

  /** The sum of the last stable offsets of all partitions; unknown unless all are known. */
  Figure end() {
    return sum(PartitionFigures::lastStable);
  }

  /** The sum of the offsets at which workers go on; unknown unless all are known. */
  Figure read() {
    return sum(figures -> figures.position(startOf()));
  }

  private Figure sum(Function<PartitionFigures, Figure> part) {
    var sum = Figure.of(0);
    for (var figures : partitions.values()) {
      var next = part.apply(figures);
      sum = next.isKnown() ? sum.map(so -> so + next.value()) : next;
      if (!sum.isKnown()) {
        return sum;
      }
    }
    return partitions.isEmpty() ? Figure.unknown(whyUnknown()) : sum;
  }

  /** The lag of one partition. */
  public Figure lagOf(Partition partition) {
    var figures = partitions.get(partition);
    return figures == null ? Figure.unknown("never seen") : figures.lag(startOf());
  }

  /**
   * A partition without a commit, in a group that has committed others, is new, and a new partition
   * is read from its beginning whatever the policy for the first start.
   */
  private OffsetReset startOf() {
    var groupIsKnown =
        partitions.values().stream()
            .anyMatch(figures -> figures.committed().state() == CommittedOffset.State.COMMITTED);
    return groupIsKnown ? OffsetReset.EARLIEST : start;
  }

  private boolean isSeen(String topic) {
    return partitions.keySet().stream().anyMatch(partition -> partition.topic().equals(topic));
  }

  private String whyUnknown() {
    if (!cluster.isReached()) {
      return cluster.detail();
    }
    if (!topicProblems.isEmpty()) {
      var first = topicProblems.firstKey();
      return first + ": " + topicProblems.get(first).detail();
    }
    return partitions.keySet().stream()
        .findFirst()
        .map(this::lagOf)
        .map(Figure::unknownBecause)
        .orElse("no partition is known yet");
  }
}
