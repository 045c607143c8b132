package io.hamstring.recovery.simulation;

import io.hamstring.contract.FailureKind;
import io.hamstring.recovery.port.AssignmentListener;
import io.hamstring.recovery.port.Committed;
import io.hamstring.recovery.port.FailedCall;
import io.hamstring.recovery.port.Input;
import io.hamstring.recovery.port.LogRange;
import io.hamstring.recovery.port.Membership;
import io.hamstring.recovery.port.Polled;
import io.hamstring.recovery.port.Position;
import io.hamstring.recovery.processing.InputRecord;
import io.hamstring.recovery.processing.Partition;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** A consumer. Of each partition a poll brings a part of what is there, or nothing. */
final class SimulatedInput implements Input {

  private final SimulatedClient client;
  private final SimulatedKafka kafka;
  private final AssignmentListener listener;
  private final Map<Partition, Long> fetchFrom = new TreeMap<>();
  private final Set<Partition> paused = new HashSet<>();
  private final Map<String, String> topicIds = new HashMap<>();
  private SimulatedGroup.Member member;

  SimulatedInput(SimulatedClient client, AssignmentListener listener) {
    this.client = client;
    this.kafka = client.kafka;
    this.listener = listener;
    askTopicIds();
  }

  void heartbeat() {
    if (member != null && kafka.group.knows(member)) {
      member.seenAt = kafka.now();
    }
  }

  @Override
  public Polled poll(Duration timeout) {
    client.spun |= !paused.isEmpty() && !timeout.isZero();
    kafka.others();
    if (client.isCutOff()) {
      return Polled.NOTHING;
    }
    if (member != null && !kafka.group.knows(member)) {
      if (!member.replaced && kafka.random.nextInt(4) == 0) {
        // What it was just asking its coordinator for is refused before it learns why.
        throw new FailedCall(FailureKind.MEMBERSHIP_LOST, "unknown member", null);
      }
      var gone = Set.copyOf(member.owned);
      var replaced = member.replaced;
      member = null;
      fetchFrom.clear();
      paused.clear();
      if (replaced) {
        throw new FailedCall(FailureKind.INSTANCE_FENCED, "another took this instance id", null);
      }
      listener.lost(gone);
      return Polled.NOTHING;
    }
    if (member == null) {
      member = kafka.group.join(client.incarnation().instanceId(), client.inputs, kafka.now());
    }
    member.seenAt = kafka.now();
    kafka.group.serve(member, new Watching());
    return kafka.group.knows(member) ? fetch() : Polled.NOTHING;
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
    var outOfRange = new TreeMap<Partition, Long>();
    for (var partition : member.owned) {
      if (!fetchFrom.containsKey(partition)) {
        var committed = kafka.transactions.committed().get(partition);
        if (committed == null) {
          without.add(partition);
          continue;
        }
        if (kafka.transactions.pending().contains(partition)) {
          continue;
        }
        fetchFrom.put(partition, committed.position().offset());
      }
      if (paused.contains(partition) || kafka.random.nextInt(3) == 0) {
        continue;
      }
      long from = fetchFrom.get(partition);
      var log = kafka.topics.log(partition);
      if (!log.holds(from)) {
        outOfRange.put(partition, from);
        continue;
      }
      long to = Math.min(log.range().end(), from + kafka.random.nextInt(kafka.mostOfAFetch));
      if (to > from) {
        fetchFrom.put(partition, to);
        positions.put(partition, Position.at(to));
        records.put(partition, log.read(from, to));
      }
    }
    return new Polled(records, positions, without, outOfRange);
  }

  @Override
  public Membership membership() {
    return member == null
        ? new Membership("group", -1, "", client.incarnation().instanceId())
        : new Membership("group", member.epoch, member.id, member.instanceId);
  }

  @Override
  public void pause(Set<Partition> partitions) {
    kafka.pauses++;
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
    if (asked.stream().anyMatch(kafka.transactions.pending()::contains)) {
      throw new FailedCall(FailureKind.TRANSPORT_LOST, "an open transaction commits them", null);
    }
    var found = new TreeMap<>(kafka.transactions.committed());
    found.keySet().retainAll(asked);
    return found;
  }

  @Override
  public Map<Partition, LogRange> ranges(Set<Partition> asked, Duration timeout) {
    client.call();
    var ranges = new TreeMap<Partition, LogRange>();
    asked.forEach(partition -> ranges.put(partition, kafka.topics.log(partition).range()));
    return ranges;
  }

  @Override
  public Map<Partition, Long> ends(Set<Partition> asked, Duration timeout) {
    var ends = new TreeMap<Partition, Long>();
    ranges(asked, timeout).forEach((partition, range) -> ends.put(partition, range.end()));
    return ends;
  }

  @Override
  public Set<Partition> partitions(Duration timeout) {
    client.call();
    return kafka.topics.partitions(client.inputs);
  }

  @Override
  public Map<String, String> topicIds(boolean afresh) {
    if (afresh) {
      client.call();
      askTopicIds();
    }
    return Map.copyOf(topicIds);
  }

  private void askTopicIds() {
    topicIds.clear();
    for (var topic : client.inputs) {
      kafka.topics.id(topic).ifPresent(id -> topicIds.put(topic, id));
    }
  }

  @Override
  public Duration silence() {
    return client.silence();
  }

  @Override
  public void close(Duration timeout) {
    if (member != null && kafka.group.knows(member)) {
      listener.revoked(Set.copyOf(member.owned));
      // In an outage the leave is lost.
      if (!client.isCutOff()) {
        kafka.group.remove(member);
      }
    }
    member = null;
    client.closed(this);
  }
}
