package io.hamstring.recovery.simulation;

import io.hamstring.contract.FailureKind;
import io.hamstring.contract.names.Incarnation;
import io.hamstring.recovery.port.AssignmentListener;
import io.hamstring.recovery.port.Cluster;
import io.hamstring.recovery.port.FailedCall;
import io.hamstring.recovery.port.Input;
import io.hamstring.recovery.port.Output;
import io.hamstring.recovery.simulation.SimulatedKafka.Faults;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** One worker's side of the cluster. */
public final class SimulatedClient implements Cluster {

  final SimulatedKafka kafka;
  final List<String> inputs;
  private Incarnation incarnation;
  private SimulatedInput input;
  private boolean cutOff;
  private long cutOffSince;
  private boolean stopped;
  private Faults faults;
  boolean spun;

  SimulatedClient(SimulatedKafka kafka, Incarnation incarnation, List<String> inputs) {
    this.kafka = kafka;
    this.incarnation = incarnation;
    this.inputs = inputs;
    this.faults = kafka.faults;
  }

  /** The present one of its pod. */
  public Incarnation incarnation() {
    return incarnation;
  }

  /** From now on nothing goes wrong. */
  public void calm() {
    faults = Faults.NONE;
    cutOff = false;
  }

  /** Cuts the worker off from every broker, or lets it through again. */
  public void cutOff(boolean now) {
    cutOff = now;
    cutOffSince = kafka.now();
  }

  boolean isCutOff() {
    return cutOff;
  }

  Duration silence() {
    return cutOff ? Duration.ofNanos(kafka.now() - cutOffSince) : Duration.ZERO;
  }

  /** The process stands still or is dead: no heartbeats. */
  public void stopped(boolean now) {
    stopped = now;
  }

  /** Its background thread's heartbeat. */
  public void heartbeat() {
    if (input != null && !cutOff && !stopped) {
      input.heartbeat();
    }
  }

  /**
   * Whether a poll was to wait while partitions were paused: Kafka's client does not wait then, it
   * looks at what it holds of them over and over.
   */
  public boolean hasSpun() {
    return spun;
  }

  void closed(SimulatedInput which) {
    if (input == which) {
      input = null;
    }
  }

  @Override
  public Input openInput(AssignmentListener listener) {
    call();
    for (long boot = 1; boot < incarnation.boot(); boot++) {
      kafka.transactions.init(incarnation.at(boot).transactionalId());
      kafka.group.removeInstance(incarnation.at(boot).instanceId());
    }
    kafka.group.removeInstance(incarnation.instanceId());
    if (inputs.stream().noneMatch(kafka.topics::has)) {
      throw new FailedCall(
          FailureKind.TOPIC_MISSING, "no input topic exists: " + String.join(", ", inputs), null);
    }
    input = new SimulatedInput(this, listener);
    return input;
  }

  @Override
  public Output openOutput() {
    call();
    return new SimulatedOutput(this, kafka.transactions.init(incarnation.transactionalId()));
  }

  @Override
  public Optional<Incarnation> takeNewIds() {
    incarnation = incarnation.at(incarnation.boot() + 1);
    return Optional.of(incarnation);
  }

  @Override
  public boolean hasTopic(String topic) {
    call();
    return kafka.topics.has(topic);
  }

  void call() {
    kafka.others();
    if (cutOff || hits(faults.refusedConnection())) {
      throw new FailedCall(FailureKind.TRANSPORT_LOST, "no broker answers", null);
    }
    if (hits(faults.fence())) {
      kafka.transactions.init(incarnation.transactionalId());
    }
  }

  /** Whether the answer to a commit is lost. */
  boolean losesAnswer() {
    return cutOff || hits(faults.doubt());
  }

  private boolean hits(int oneIn) {
    return oneIn > 0 && kafka.random.nextInt(oneIn) == 0;
  }
}
