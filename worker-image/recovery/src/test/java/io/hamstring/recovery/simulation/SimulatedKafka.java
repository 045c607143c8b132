package io.hamstring.recovery.simulation;

import io.hamstring.contract.names.Incarnation;
import io.hamstring.contract.records.SourceIds;
import io.hamstring.recovery.port.Committed;
import io.hamstring.recovery.port.Position;
import io.hamstring.recovery.processing.OutputRecord;
import io.hamstring.recovery.processing.Partition;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * A Kafka cluster in memory, with one group: as much of its behaviour as a worker can tell apart,
 * checked against real brokers by {@code ClusterConformance}. Everything it does is a function of
 * the seed. Time is virtual; whoever calls may find that others acted meanwhile.
 */
public final class SimulatedKafka {

  /** The input topic of {@link #filled}. */
  public static final String TOPIC = "in";

  /** The output topic of {@link #filled}. */
  public static final String OUT = "out";

  /** The dead-letter topic of {@link #filled}. */
  public static final String DEAD_LETTERS = "dead";

  /** The group's session timeout under both protocols. */
  static final Duration SESSION = Duration.ofSeconds(45);

  final Random random;
  final SimulatedTopics topics = new SimulatedTopics();
  final SimulatedGroup group;
  final SimulatedTransactions transactions;
  final Faults faults;
  private final Invariants invariants;
  private final List<Runnable> late = new ArrayList<>();
  private Duration transactionTimeout = Duration.ofSeconds(30);
  private Predicate<OutputRecord> tooLarge = record -> !topics.takes(record);
  private Runnable others = () -> {};
  int mostOfAFetch = 20;
  int pauses;
  private long now;

  private SimulatedKafka(Random random, Protocol protocol, Invariants invariants, Faults faults) {
    this.invariants = invariants;
    this.random = random;
    this.faults = faults;
    this.group = new SimulatedGroup(protocol, topics);
    this.transactions = new SimulatedTransactions(invariants);
  }

  /** Has a poll bring fewer than that many records of each partition, instead of twenty. */
  public void fetches(int most) {
    mostOfAFetch = most;
  }

  /** How often a consumer was told to fetch no more of some partitions. */
  public int pauses() {
    return pauses;
  }

  /** A cluster without topics, on which nothing goes wrong by itself and nothing is checked. */
  public static SimulatedKafka empty(long seed, Protocol protocol) {
    return new SimulatedKafka(new Random(seed), protocol, Invariants.NONE, Faults.NONE);
  }

  /**
   * A cluster with an input topic whose partitions hold records and gaps, an output topic and a
   * topic for dead letters; every commit is checked.
   */
  public static SimulatedKafka filled(
      long seed, Protocol protocol, int partitionCount, int recordsEach, Faults faults) {
    var random = new Random(seed);
    var invariants = new Invariants();
    var kafka = new SimulatedKafka(random, protocol, invariants, faults);
    kafka.topics.create(TOPIC, partitionCount, Integer.MAX_VALUE);
    kafka.topics.create(OUT, 1, Integer.MAX_VALUE);
    kafka.topics.create(DEAD_LETTERS, 1, Integer.MAX_VALUE);
    for (var partition : kafka.inputs()) {
      for (int offset = 0; offset < recordsEach; offset++) {
        if (random.nextInt(10) == 0) {
          kafka.topics.log(partition).appendGap();
          invariants.gap(id(partition, offset));
        } else {
          kafka
              .topics
              .log(partition)
              .append(id(partition, offset).getBytes(StandardCharsets.UTF_8));
        }
      }
    }
    return kafka;
  }

  /**
   * What goes wrong, each as one chance in so many calls; 0 is never.
   *
   * @param refusedConnection a call finds no broker
   * @param doubt a commit is not answered
   * @param fence somebody takes the producer's id over
   */
  public record Faults(int refusedConnection, int doubt, int fence) {

    /** Nothing goes wrong. */
    public static final Faults NONE = new Faults(0, 0, 0);
  }

  /** Set once: what others do while somebody waits for an answer. */
  public void whileWaiting(Runnable task) {
    others = task;
  }

  void others() {
    others.run();
  }

  /** Checks each output of {@link #filled} when it is committed. */
  public void checking(Consumer<OutputRecord> check) {
    invariants.further(check);
  }

  /** Refuses outputs for what they are. */
  public void refusing(Predicate<OutputRecord> outputs) {
    tooLarge = outputs;
  }

  boolean refuses(OutputRecord record) {
    return tooLarge.test(record);
  }

  /** How long a transaction may be open, from now on. */
  public void transactionTimeout(Duration timeout) {
    transactionTimeout = timeout;
  }

  public Random random() {
    return random;
  }

  /** Nanoseconds. */
  public long now() {
    return now;
  }

  /** Time passes; sessions and transactions run out. */
  public void pass(Duration time) {
    now += time.toNanos();
    if (!late.isEmpty() && random.nextInt(20) == 0) {
      late.remove(random.nextInt(late.size())).run();
    }
    group.expire(now, SESSION.toNanos());
    transactions.expire(now, transactionTimeout.toNanos());
  }

  /** Something arrives at some later time, or never. */
  void sometime(Runnable arrival) {
    late.add(arrival);
  }

  /** Adds a topic. */
  public void create(String topic, int partitions, int maxRecordBytes) {
    topics.create(topic, partitions, maxRecordBytes);
  }

  /** Adds partitions to a topic up to {@code partitions}. */
  public void grow(String topic, int partitions) {
    topics.grow(topic, partitions);
    group.rebalance();
  }

  /** Deletes a topic with the group's offsets in it, and makes another of the same name. */
  public void makeAnew(String topic) {
    int partitions = topics.partitions(Set.of(topic)).size();
    topics.create(topic, partitions, Integer.MAX_VALUE);
    transactions.committed().keySet().removeIf(partition -> partition.topic().equals(topic));
  }

  /** Appends a record without a value. */
  public void writeTombstone(Partition partition) {
    topics.log(partition).append(null);
  }

  /** Removes a topic. */
  public void delete(String topic) {
    topics.delete(topic);
  }

  /** Appends records. */
  public void write(Partition partition, List<String> values) {
    values.forEach(value -> topics.log(partition).append(value.getBytes(StandardCharsets.UTF_8)));
  }

  /** Appends records of a transaction; the answer names it. */
  public long beginWrite(Partition partition, List<String> values) {
    return topics
        .log(partition)
        .begin(values.stream().map(value -> value.getBytes(StandardCharsets.UTF_8)).toList());
  }

  /** Ends such a transaction. */
  public void endWrite(Partition partition, long transaction, boolean committed) {
    topics.log(partition).end(transaction, committed);
  }

  /** Retention takes what stands below {@code offset}. */
  public void deleteBelow(Partition partition, long offset) {
    topics.log(partition).deleteBelow(offset);
  }

  /** What stood from {@code offset} on is gone, as after an unclean election. */
  public void truncate(Partition partition, long offset) {
    topics.log(partition).truncate(offset);
  }

  /** Somebody removes a static member. */
  public void evict(String instanceId) {
    group.removeInstance(instanceId);
  }

  /** Somebody takes a transactional id over. */
  public void fence(String transactionalId) {
    transactions.init(transactionalId);
  }

  /** Somebody sets the group's offset. */
  public void setOffset(Partition partition, long offset) {
    setOffset(partition, new Committed(Position.at(offset), ""));
  }

  /** Somebody sets the group's offset with what stands beside it. */
  public void setOffset(Partition partition, Committed offset) {
    transactions.committed().put(partition, offset);
  }

  /** What a committed reader sees of a topic, in order. */
  public List<OutputRecord> outputs(String topic) {
    return transactions.outputs().stream().filter(each -> each.topic().equals(topic)).toList();
  }

  /** The group's offset, if it has one. */
  public Optional<Committed> offset(Partition partition) {
    return Optional.ofNullable(transactions.committed().get(partition));
  }

  /** Input records that no committed output came from. */
  public int missing() {
    int records = 0;
    for (var partition : inputs()) {
      var log = topics.log(partition);
      records += log.read(0, log.range().end()).size();
    }
    return records - transactions.outputs().size();
  }

  public boolean isGap(Partition partition, long offset) {
    return topics.log(partition).isGap(offset);
  }

  /** Whether a dead letter was committed for what stands there. */
  public boolean isDeadLettered(Partition partition, long offset) {
    return transactions.deadLettered().contains(id(partition, offset));
  }

  /** The committed offset, 0 if there is none. */
  public long committed(Partition partition) {
    return offset(partition).map(committed -> committed.position().offset()).orElse(0L);
  }

  /** How many offsets are still to be committed. */
  public long lag() {
    return inputs().stream()
        .mapToLong(partition -> topics.log(partition).range().end() - committed(partition))
        .sum();
  }

  private Collection<Partition> inputs() {
    return topics.partitions(Set.of(TOPIC));
  }

  static String id(Partition partition, long offset) {
    return SourceIds.recordId(partition.topic(), partition.number(), offset);
  }

  /** The cluster as one incarnation sees it. */
  public SimulatedClient client(Incarnation incarnation, List<String> inputs) {
    return new SimulatedClient(this, incarnation, inputs);
  }
}
