package io.hamstring.recovery.conformance;

import io.hamstring.contract.FailureKind;
import io.hamstring.contract.names.Incarnation;
import io.hamstring.recovery.port.AssignmentListener;
import io.hamstring.recovery.port.Cluster;
import io.hamstring.recovery.port.Committed;
import io.hamstring.recovery.port.FailedCall;
import io.hamstring.recovery.port.Input;
import io.hamstring.recovery.port.Membership;
import io.hamstring.recovery.port.Output;
import io.hamstring.recovery.port.Polled;
import io.hamstring.recovery.port.Position;
import io.hamstring.recovery.processing.InputRecord;
import io.hamstring.recovery.processing.OutputRecord;
import io.hamstring.recovery.processing.Partition;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;

/** A worker's two sides, driven by hand, with what its group and its topics gave it. */
public final class Member implements AssignmentListener, AutoCloseable {

  private static final Duration TICK = Duration.ofMillis(20);
  private static final Duration PATIENCE = Duration.ofSeconds(40);

  private final Laboratory laboratory;
  public final Incarnation incarnation;
  public final Cluster cluster;
  public final Set<Partition> assigned = new TreeSet<>();
  public final List<String> events = new ArrayList<>();
  public final List<InputRecord> fetched = new ArrayList<>();
  public final Map<Partition, Position> positions = new TreeMap<>();
  public final Set<Partition> withoutOffset = new TreeSet<>();
  public final Map<Partition, Long> outOfRange = new HashMap<>();
  public Input input;
  public Output output;

  /** Nothing is open yet. */
  public Member(Laboratory laboratory, Laboratory.Pod pod) {
    this.laboratory = laboratory;
    this.incarnation = pod.incarnation();
    this.cluster = pod.cluster();
  }

  /** Opens both sides, the output first. */
  public Member open() {
    output = cluster.openOutput();
    input = cluster.openInput(this);
    return this;
  }

  /**
   * Polls once; partitions without an offset start at 0. A member that was removed while it asked
   * for its offsets is told so by the poll, and of its partitions by the next one.
   */
  public void poll() {
    laboratory.pass(TICK);
    Polled polled;
    try {
      polled = input.poll(TICK);
    } catch (FailedCall failed) {
      if (failed.kind() != FailureKind.MEMBERSHIP_LOST) {
        throw failed;
      }
      return;
    }
    polled.records().values().forEach(fetched::addAll);
    positions.putAll(polled.positions());
    withoutOffset.addAll(polled.withoutOffset());
    outOfRange.putAll(polled.outOfRange());
    polled.withoutOffset().forEach(partition -> input.seek(partition, Position.at(0)));
  }

  /** Polls until {@code done}. */
  public void pollUntil(BooleanSupplier done) {
    pollUntil(done, this);
  }

  /** Lets all members poll in turn until {@code done}. */
  public static void pollUntil(BooleanSupplier done, Member... members) {
    long began = System.nanoTime();
    while (!done.getAsBoolean()) {
      if (System.nanoTime() - began > PATIENCE.toNanos()) {
        var seen = new StringBuilder("not so within " + PATIENCE);
        for (var member : members) {
          seen.append("; ").append(member);
        }
        throw new AssertionError(seen);
      }
      for (var member : members) {
        member.poll();
      }
    }
  }

  /** The failure that polling comes to. */
  public static FailedCall pollToFailure(Member... members) {
    try {
      pollUntil(() -> false, members);
      throw new AssertionError("polled for ever");
    } catch (FailedCall failed) {
      return failed;
    }
  }

  /** Polls until {@code count} records came. */
  public void fetch(int count) {
    pollUntil(() -> fetched.size() >= count);
  }

  /** Begins a transaction with the value of each record in {@code topic}, and the positions. */
  public void copyAll(String topic) {
    output.begin();
    fetched.forEach(record -> output.send(copy(topic, record, record.value())));
    sendOffsets(input.membership());
  }

  /** The positions go into the transaction. */
  public void sendOffsets(Membership membership) {
    var offsets = new HashMap<Partition, Committed>();
    positions.forEach((partition, position) -> offsets.put(partition, new Committed(position, "")));
    output.sendOffsets(offsets, membership);
  }

  /** What is sent to {@code topic} because of a record. */
  public static OutputRecord copy(String topic, InputRecord source, byte[] value) {
    return new OutputRecord(topic, null, value, List.of(), source, 0);
  }

  /** The fetched records as texts. */
  public List<String> values() {
    return fetched.stream()
        .map(record -> new String(record.value(), StandardCharsets.UTF_8))
        .toList();
  }

  @Override
  public void assigned(Set<Partition> added) {
    assigned.addAll(added);
    events.add("assigned " + added.size());
  }

  @Override
  public void revoked(Set<Partition> taken) {
    gone(taken);
    events.add("revoked " + taken.size());
  }

  @Override
  public void lost(Set<Partition> gone) {
    gone(gone);
    events.add("lost " + gone.size());
  }

  private void gone(Set<Partition> gone) {
    assigned.removeAll(gone);
    positions.keySet().removeAll(gone);
    fetched.removeIf(record -> gone.contains(record.partition()));
  }

  @Override
  public String toString() {
    return incarnation.instanceId() + " " + events + " " + positions + " " + values();
  }

  @Override
  public void close() {
    if (input != null) {
      input.close(Duration.ofSeconds(10));
      input = null;
    }
    if (output != null) {
      output.close(Duration.ZERO);
      output = null;
    }
  }
}
