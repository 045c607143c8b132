package io.hamstring.worker.kafka;

import static org.awaitility.Awaitility.await;

import io.hamstring.contract.names.Incarnation;
import io.hamstring.recovery.port.AssignmentListener;
import io.hamstring.recovery.port.Committed;
import io.hamstring.recovery.port.Input;
import io.hamstring.recovery.port.Output;
import io.hamstring.recovery.port.Polled;
import io.hamstring.recovery.port.Position;
import io.hamstring.recovery.processing.InputRecord;
import io.hamstring.recovery.processing.OutputRecord;
import io.hamstring.recovery.processing.Partition;
import io.hamstring.worker.TestKafka;
import io.hamstring.worker.TestSettings;
import io.hamstring.worker.boot.BootCount;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;

/** A worker's two sides, driven by hand, with what its group and its topics gave it. */
final class TestMember implements AutoCloseable, AssignmentListener {

  private static final Duration TICK = Duration.ofMillis(20);
  private static final Duration PATIENCE = Duration.ofSeconds(40);

  final KafkaCluster cluster;
  final Incarnation incarnation;
  final BootCount boots;
  final Set<Partition> assigned = new TreeSet<>();
  final List<String> events = new ArrayList<>();
  final List<InputRecord> fetched = new ArrayList<>();
  final Map<Partition, Position> positions = new HashMap<>();
  final Set<Partition> withoutOffset = new TreeSet<>();
  final Map<Partition, Long> outOfRange = new HashMap<>();
  Input input;
  Output output;

  private TestMember(TestSettings settings, String pod, Path state) throws IOException {
    this.boots = BootCount.raise(state, Instant.EPOCH);
    this.incarnation = TestSettings.incarnation(pod).at(boots.boot());
    this.cluster =
        new KafkaCluster(settings.settings(), incarnation, boots, new SimpleMeterRegistry());
  }

  /** The next incarnation of a pod whose folder is {@code state}; nothing is open yet. */
  static TestMember of(TestSettings settings, String pod, Path state) throws IOException {
    return new TestMember(settings, pod, state.resolve(pod));
  }

  /** Opens both sides, the output first. */
  TestMember open() {
    output = cluster.openOutput();
    input = cluster.openInput(this);
    return this;
  }

  /** Polls once; partitions without an offset start at 0. */
  Polled poll() {
    var polled = input.poll(TICK);
    polled.records().values().forEach(fetched::addAll);
    positions.putAll(polled.positions());
    withoutOffset.addAll(polled.withoutOffset());
    outOfRange.putAll(polled.outOfRange());
    polled.withoutOffset().forEach(partition -> input.seek(partition, Position.at(0)));
    return polled;
  }

  /** Polls until {@code done}. */
  void pollUntil(BooleanSupplier done) {
    pollUntil(done, this);
  }

  /** Lets all members poll in turn until {@code done}. */
  static void pollUntil(BooleanSupplier done, TestMember... members) {
    await()
        .pollInSameThread()
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(1))
        .atMost(PATIENCE)
        .until(
            () -> {
              for (var member : members) {
                member.poll();
              }
              return done.getAsBoolean();
            });
  }

  /** Polls until {@code count} records came. */
  void fetch(int count) {
    pollUntil(() -> fetched.size() >= count);
  }

  /** Sends the value of each record to {@code topic}, and the positions as offsets. */
  void sendAll(String topic) {
    output.begin();
    for (var record : fetched) {
      output.send(copy(topic, record, record.value()));
    }
    sendOffsets();
  }

  void sendOffsets() {
    var offsets = new HashMap<Partition, Committed>();
    positions.forEach((partition, position) -> offsets.put(partition, new Committed(position, "")));
    output.sendOffsets(offsets, input.membership());
  }

  static OutputRecord copy(String topic, InputRecord source, byte[] value) {
    return new OutputRecord(topic, null, value, List.of(), source, 0);
  }

  List<String> fetchedValues() {
    return fetched.stream().map(record -> TestKafka.text(record.value())).toList();
  }

  @Override
  public void assigned(Set<Partition> added) {
    assigned.addAll(added);
    events.add("assigned " + added.size());
  }

  @Override
  public void revoked(Set<Partition> taken) {
    assigned.removeAll(taken);
    events.add("revoked " + taken.size());
  }

  @Override
  public void lost(Set<Partition> gone) {
    assigned.removeAll(gone);
    events.add("lost " + gone.size());
  }

  @Override
  public void close() {
    if (input != null) {
      input.close(Duration.ofSeconds(10));
    }
    if (output != null) {
      output.close(Duration.ZERO);
    }
  }
}
