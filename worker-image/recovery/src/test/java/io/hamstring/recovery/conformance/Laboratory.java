package io.hamstring.recovery.conformance;

import io.hamstring.contract.names.Incarnation;
import io.hamstring.recovery.port.Cluster;
import io.hamstring.recovery.port.Committed;
import io.hamstring.recovery.processing.Partition;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A cluster behind the ports, and what others may do to it. Simulated or real. */
public interface Laboratory extends AutoCloseable {

  /** The cluster as an incarnation of a worker sees it. */
  record Pod(Incarnation incarnation, Cluster cluster) {}

  /**
   * How long things may take.
   *
   * @param transaction after which the brokers abort a transaction
   * @param answer after which a call gives up
   */
  record Patience(Duration transaction, Duration answer) {

    /** Longer than any case takes on a slow machine. */
    public static final Patience LONG =
        new Patience(Duration.ofMinutes(10), Duration.ofSeconds(20));

    /** For calls that are to fail. */
    public static final Patience SHORT_ANSWERS =
        new Patience(Duration.ofMinutes(10), Duration.ofSeconds(2));

    /** For transactions that are to time out. */
    public static final Patience SHORT_TRANSACTIONS =
        new Patience(Duration.ofSeconds(3), Duration.ofSeconds(20));
  }

  /**
   * A start of a pod whose earlier starts nobody settled.
   *
   * @param boot from 1
   */
  Pod pod(String name, long boot, Patience patience, List<String> inputs);

  /** Time passes, where it does not by itself. */
  void pass(Duration time);

  /** Waits until a record of an open transaction is there, where that takes a while. */
  void awaitArrival(Partition partition);

  /** Whether an older epoch is taken for partitions that stayed where they were since. */
  boolean forgivesOlderEpochs();

  /** Whether a rebalance takes all partitions from everybody. */
  boolean isEager();

  /** A new topic. */
  String topic(int partitions);

  /** A new topic of one partition that takes no larger records. */
  String topicTaking(int maxRecordBytes);

  /** Deletes a topic and makes another of the same name and size. */
  void makeAnew(String topic);

  /** Adds partitions. */
  void grow(String topic, int partitions);

  /** Appends records. */
  void write(Partition partition, String... values);

  /** Appends records of a transaction that stays open. */
  OpenWrite beginWrite(Partition partition, String... values);

  /** A transaction of somebody else that is still open. */
  interface OpenWrite {

    /** Ends it. */
    void end(boolean committed);
  }

  /** Retention takes what stands below {@code offset}. */
  void deleteBelow(Partition partition, long offset);

  /** Somebody removes a static member. */
  void evict(String instanceId);

  /** Somebody takes a transactional id over. */
  void fence(String transactionalId);

  /** Somebody sets the offset of the group, which has no members. */
  void setOffset(Partition partition, long offset);

  /** The values that a committed reader sees in a topic, in order. */
  List<String> values(String topic);

  /** The group's offset, if it has one. */
  Optional<Committed> offset(Partition partition);

  /** No broker answers any more, or all do again. */
  void outage(boolean now);

  @Override
  void close();
}
