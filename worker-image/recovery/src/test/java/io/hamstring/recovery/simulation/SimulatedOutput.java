package io.hamstring.recovery.simulation;

import io.hamstring.contract.FailureKind;
import io.hamstring.recovery.port.Committed;
import io.hamstring.recovery.port.FailedCall;
import io.hamstring.recovery.port.Membership;
import io.hamstring.recovery.port.Output;
import io.hamstring.recovery.port.RejectedOutput;
import io.hamstring.recovery.processing.OutputRecord;
import io.hamstring.recovery.processing.Partition;
import java.time.Duration;
import java.util.Map;

/** A transactional producer. */
final class SimulatedOutput implements Output {

  private final SimulatedClient client;
  private final SimulatedKafka kafka;
  private final String id;
  private final int epoch;
  private boolean doubtful;
  private FailedCall undelivered;

  SimulatedOutput(SimulatedClient client, int epoch) {
    this.client = client;
    this.kafka = client.kafka;
    this.id = client.incarnation().transactionalId();
    this.epoch = epoch;
  }

  @Override
  public void begin() {
    Invariants.check(!doubtful, "a producer in doubt is used again");
    undelivered = null;
    kafka.transactions.begin(id, epoch, kafka.now());
  }

  @Override
  public void send(OutputRecord record) {
    client.call();
    if (!kafka.topics.has(record.topic())) {
      undelivered =
          first(new FailedCall(FailureKind.TOPIC_MISSING, "no topic " + record.topic(), null));
      return;
    }
    if (kafka.refuses(record)) {
      undelivered =
          first(
              new RejectedOutput(
                  record.topic(), record.source(), "larger than its topic takes", null));
    }
    kafka.transactions.send(id, epoch, record);
  }

  private FailedCall first(FailedCall failure) {
    return undelivered == null ? failure : undelivered;
  }

  @Override
  public void sendOffsets(Map<Partition, Committed> offsets, Membership membership) {
    client.call();
    if (!membership.isKnown()) {
      throw new FailedCall(FailureKind.COMMIT_REFUSED, "offsets need a membership", null);
    }
    if (!kafka.transactions.isCurrent(id, epoch)) {
      throw new FailedCall(FailureKind.PRODUCER_LOST, id + " was fenced", null);
    }
    kafka.group.check(membership, offsets.keySet());
    kafka.transactions.offsets(id, epoch, offsets);
  }

  @Override
  public void commit() {
    kafka.others();
    if (undelivered != null && kafka.transactions.isCurrent(id, epoch)) {
      throw undelivered;
    }
    if (!client.losesAnswer()) {
      kafka.transactions.commit(id, epoch);
      return;
    }
    // It arrives, and only the answer is lost; or it arrives late; or never.
    switch (kafka.random.nextInt(3)) {
      case 0 -> kafka.transactions.commitIfOpen(id, epoch);
      case 1 -> kafka.sometime(() -> kafka.transactions.commitIfOpen(id, epoch));
      default -> {}
    }
    doubtful = true;
    throw new FailedCall(FailureKind.COMMIT_IN_DOUBT, "the commit was not answered", null);
  }

  @Override
  public void abort() {
    Invariants.check(!doubtful, "aborted after a commit that was not answered");
    kafka.others();
    if (client.isCutOff()) {
      throw new FailedCall(FailureKind.PRODUCER_LOST, "the abort was not answered", null);
    }
    kafka.transactions.abort(id, epoch);
  }

  @Override
  public void close(Duration timeout) {
    // The transaction stays open at the coordinator.
  }
}
