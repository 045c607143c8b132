package io.hamstring.recovery.simulation;

import io.hamstring.contract.FailureKind;
import io.hamstring.contract.names.Incarnation;
import io.hamstring.recovery.port.AssignmentListener;
import io.hamstring.recovery.port.Cluster;
import io.hamstring.recovery.port.Committed;
import io.hamstring.recovery.port.FailedCall;
import io.hamstring.recovery.port.Input;
import io.hamstring.recovery.port.LogRange;
import io.hamstring.recovery.port.Membership;
import io.hamstring.recovery.port.Output;
import io.hamstring.recovery.port.Polled;
import io.hamstring.recovery.port.Position;
import io.hamstring.recovery.port.RejectedOutput;
import io.hamstring.recovery.processing.InputRecord;
import io.hamstring.recovery.processing.OutputRecord;
import io.hamstring.recovery.processing.Partition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * A Kafka cluster in memory, with one group on one topic: as much of its behaviour as a worker can
 * tell apart, checked against real brokers by the same contract. Everything it does is a function
 * of the seed. Time is virtual; whoever calls may find that others acted meanwhile.
 */
public final class SimulatedKafka {

  /** The input topic. */
  public static final String TOPIC = "in";

  /** The dead-letter topic. */
  public static final String DEAD_LETTERS = "dead";

  private final Random random;
  private final List<Partition> partitions;
  private final int recordsEach;
  private final Set<String> gaps = new HashSet<>();
  private final SimulatedGroup group;
  private final SimulatedTransactions transactions;
  private final Faults faults;
  private final List<Runnable> late = new ArrayList<>();
  private Runnable others = () -> {};
  private long now;

  public SimulatedKafka(
      long seed, Protocol protocol, int partitionCount, int recordsEach, Faults faults) {
    this.random = new Random(seed);
    this.recordsEach = recordsEach;
    this.faults = faults;
    this.partitions =
        IntStream.range(0, partitionCount)
            .mapToObj(number -> new Partition(TOPIC, number))
            .toList();
    for (var partition : partitions) {
      for (int offset = 0; offset < recordsEach; offset++) {
        if (random.nextInt(10) == 0) {
          gaps.add(new SimulatedRecord(partition, offset).id());
        }
      }
    }
    this.group = new SimulatedGroup(protocol, partitions);
    this.transactions = new SimulatedTransactions(new Invariants(gaps));
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

  public Random random() {
    return random;
  }

  public long now() {
    return now;
  }

  /** Time passes; sessions and transactions run out. */
  public void pass(Duration time) {
    now += time.toNanos();
    if (!late.isEmpty() && random.nextInt(20) == 0) {
      late.remove(random.nextInt(late.size())).run();
    }
    group.expire(now, Duration.ofSeconds(45).toNanos());
    transactions.expire(now, Duration.ofSeconds(30).toNanos());
  }

  /** Input records that no committed output came from. */
  public int missing() {
    return partitions.size() * recordsEach - gaps.size() - transactions.outputs().size();
  }

  public boolean isGap(Partition partition, long offset) {
    return gaps.contains(new SimulatedRecord(partition, offset).id());
  }

  /** Whether a dead letter was committed for what stands there. */
  public boolean isDeadLettered(Partition partition, long offset) {
    return transactions.deadLettered().contains(new SimulatedRecord(partition, offset).id());
  }

  /** The committed offset, 0 if there is none. */
  public long committed(Partition partition) {
    var committed = transactions.committed().get(partition);
    return committed == null ? 0 : committed.position().offset();
  }

  /** How many offsets are still to be committed. */
  public long lag() {
    long lag = 0;
    for (var partition : partitions) {
      var committed = transactions.committed().get(partition);
      lag += recordsEach - (committed == null ? 0 : committed.position().offset());
    }
    return lag;
  }

  /** The cluster as one incarnation sees it. */
  public Client client(Incarnation incarnation) {
    return new Client(incarnation);
  }

  /** One worker's side. */
  public final class Client implements Cluster {
    private final Incarnation incarnation;
    private SimulatedInput input;
    private boolean cutOff;
    private long cutOffSince;
    private boolean stopped;
    private Faults mine = faults;

    Client(Incarnation incarnation) {
      this.incarnation = incarnation;
    }

    /** From now on nothing goes wrong. */
    public void calm() {
      mine = Faults.NONE;
      cutOff = false;
    }

    /** Cuts the worker off from every broker, or lets it through again. */
    public void cutOff(boolean now) {
      cutOff = now;
      cutOffSince = SimulatedKafka.this.now;
    }

    /** The process stands still or is dead: no heartbeats. */
    public void stopped(boolean now) {
      stopped = now;
    }

    /** Its background thread's heartbeat. */
    public void heartbeat() {
      if (input != null
          && !cutOff
          && !stopped
          && input.member != null
          && group.knows(input.member)) {
        input.member.seenAt = now;
      }
    }

    @Override
    public Input openInput(AssignmentListener listener) {
      call();
      for (long boot = 1; boot < incarnation.boot(); boot++) {
        transactions.init(incarnation.at(boot).transactionalId());
        group.removeInstance(incarnation.at(boot).instanceId());
      }
      group.removeInstance(incarnation.instanceId());
      input = new SimulatedInput(this, listener);
      return input;
    }

    @Override
    public Output openOutput() {
      call();
      return new SimulatedOutput(this, transactions.init(incarnation.transactionalId()));
    }

    @Override
    public boolean hasTopic(String topic) {
      call();
      return true;
    }

    void call() {
      others.run();
      if (cutOff || hits(mine.refusedConnection)) {
        throw new FailedCall(FailureKind.TRANSPORT_LOST, "no broker answers", null);
      }
      if (hits(mine.fence)) {
        transactions.init(incarnation.transactionalId());
      }
    }

    boolean hits(int oneIn) {
      return oneIn > 0 && random.nextInt(oneIn) == 0;
    }
  }

  private final class SimulatedInput implements Input {
    private final Client client;
    private final AssignmentListener listener;
    private final Map<Partition, Long> fetchFrom = new TreeMap<>();
    private final Set<Partition> paused = new HashSet<>();
    private SimulatedGroup.Member member;

    SimulatedInput(Client client, AssignmentListener listener) {
      this.client = client;
      this.listener = listener;
    }

    @Override
    public Polled poll(Duration timeout) {
      others.run();
      if (client.cutOff) {
        return Polled.NOTHING;
      }
      if (member != null && !group.knows(member)) {
        var gone = Set.copyOf(member.owned);
        member = null;
        fetchFrom.clear();
        listener.lost(gone);
        return Polled.NOTHING;
      }
      if (member == null) {
        member = group.join(client.incarnation.instanceId(), now);
      }
      member.seenAt = now;
      group.serve(member, new Watching());
      return group.knows(member) ? fetch() : Polled.NOTHING;
    }

    /** Keeps the fetch positions in step with the assignment. */
    private final class Watching implements AssignmentListener {
      @Override
      public void assigned(Set<Partition> added) {
        listener.assigned(added);
      }

      @Override
      public void revoked(Set<Partition> taken) {
        listener.revoked(taken);
        fetchFrom.keySet().removeAll(taken);
        paused.removeAll(taken);
      }

      @Override
      public void lost(Set<Partition> gone) {
        throw new AssertionError("a member that is served has lost nothing");
      }
    }

    private Polled fetch() {
      var records = new HashMap<Partition, List<InputRecord>>();
      var positions = new HashMap<Partition, Position>();
      var without = new TreeSet<Partition>();
      for (var partition : member.owned) {
        if (!fetchFrom.containsKey(partition)) {
          var committed = transactions.committed().get(partition);
          if (committed == null) {
            without.add(partition);
            continue;
          }
          if (transactions.pending().contains(partition)) {
            continue;
          }
          fetchFrom.put(partition, committed.position().offset());
        }
        if (paused.contains(partition) || random.nextInt(3) == 0) {
          continue;
        }
        long from = fetchFrom.get(partition);
        long to = Math.min(recordsEach, from + random.nextInt(20));
        var fetched = new ArrayList<InputRecord>();
        for (long offset = from; offset < to; offset++) {
          var record = new SimulatedRecord(partition, offset);
          if (!gaps.contains(record.id())) {
            fetched.add(record);
          }
        }
        if (to > from) {
          fetchFrom.put(partition, to);
          positions.put(partition, Position.at(to));
          records.put(partition, fetched);
        }
      }
      return new Polled(records, positions, without, Map.of());
    }

    @Override
    public Membership membership() {
      return member == null
          ? new Membership("group", -1, "", client.incarnation.instanceId())
          : new Membership("group", member.epoch, member.id, member.instanceId);
    }

    @Override
    public void pause(Set<Partition> partitions) {
      paused.addAll(partitions);
    }

    @Override
    public void resume(Set<Partition> partitions) {
      paused.removeAll(partitions);
    }

    @Override
    public void seek(Partition partition, Position position) {
      fetchFrom.put(partition, position.offset());
    }

    @Override
    public Map<Partition, Committed> committed(Set<Partition> asked, Duration timeout) {
      client.call();
      if (asked.stream().anyMatch(transactions.pending()::contains)) {
        throw new FailedCall(FailureKind.TRANSPORT_LOST, "an open transaction commits them", null);
      }
      var found = new TreeMap<>(transactions.committed());
      found.keySet().retainAll(asked);
      return found;
    }

    @Override
    public Map<Partition, LogRange> ranges(Set<Partition> asked, Duration timeout) {
      client.call();
      var ranges = new TreeMap<Partition, LogRange>();
      asked.forEach(partition -> ranges.put(partition, new LogRange(0, recordsEach)));
      return ranges;
    }

    @Override
    public Set<Partition> partitions(Duration timeout) {
      client.call();
      return Set.copyOf(partitions);
    }

    @Override
    public Map<String, String> topicIds(boolean afresh) {
      return Map.of(TOPIC, "topic-id");
    }

    @Override
    public Duration silence() {
      return client.cutOff ? Duration.ofNanos(now - client.cutOffSince) : Duration.ZERO;
    }

    @Override
    public void close(Duration timeout) {
      if (member != null && group.knows(member)) {
        listener.revoked(Set.copyOf(member.owned));
        // In an outage the leave is lost.
        if (!client.cutOff) {
          group.removeInstance(member.instanceId);
        }
      }
      member = null;
      client.input = null;
    }
  }

  /** Whether what comes of the record there is too large for its topic. */
  public static boolean isTooLarge(long offset) {
    return offset % 41 == 7;
  }

  // Of some of these the dead letter is too large too, as a whole.
  private static boolean isTooLarge(OutputRecord record) {
    var source = record.sources().get(0);
    boolean large = isTooLarge(source.offset()) && record.value() != null;
    return large && (!record.topic().equals(DEAD_LETTERS) || source.partition().number() == 3);
  }

  private final class SimulatedOutput implements Output {
    private final Client client;
    private final String id;
    private final int epoch;
    private boolean doubtful;
    private OutputRecord tooLarge;

    SimulatedOutput(Client client, int epoch) {
      this.client = client;
      this.id = client.incarnation.transactionalId();
      this.epoch = epoch;
    }

    @Override
    public void begin() {
      Invariants.check(!doubtful, "a producer in doubt is used again");
      tooLarge = null;
      transactions.begin(id, epoch, now);
    }

    @Override
    public void send(OutputRecord record) {
      client.call();
      tooLarge = tooLarge == null && isTooLarge(record) ? record : tooLarge;
      transactions.send(id, epoch, record);
    }

    @Override
    public void sendOffsets(Map<Partition, Committed> offsets, Membership membership) {
      client.call();
      if (!transactions.isCurrent(id, epoch)) {
        throw new FailedCall(FailureKind.PRODUCER_LOST, id + " was fenced", null);
      }
      group.check(membership, offsets.keySet());
      transactions.offsets(id, epoch, offsets);
    }

    @Override
    public void commit() {
      others.run();
      if (tooLarge != null && transactions.isCurrent(id, epoch)) {
        throw new RejectedOutput(tooLarge, "larger than its topic takes", null);
      }
      boolean inDoubt = client.cutOff || client.hits(client.mine.doubt);
      if (!inDoubt) {
        transactions.commit(id, epoch);
      } else {
        // It arrives, and only the answer is lost; or it arrives late; or never.
        switch (random.nextInt(3)) {
          case 0 -> transactions.commitIfOpen(id, epoch);
          case 1 -> late.add(() -> transactions.commitIfOpen(id, epoch));
          default -> {}
        }
        doubtful = true;
        throw new FailedCall(FailureKind.COMMIT_IN_DOUBT, "the commit was not answered", null);
      }
    }

    @Override
    public void abort() {
      Invariants.check(!doubtful, "aborted after a commit that was not answered");
      others.run();
      if (client.cutOff) {
        throw new FailedCall(FailureKind.PRODUCER_LOST, "the abort was not answered", null);
      }
      transactions.abort(id, epoch);
    }

    @Override
    public void close(Duration timeout) {
      // The transaction stays open at the coordinator.
    }
  }
}
