package io.hamstring.recovery.simulation;

import io.hamstring.contract.names.Incarnation;
import io.hamstring.recovery.conformance.Laboratory;
import io.hamstring.recovery.port.Committed;
import io.hamstring.recovery.processing.Partition;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The simulated cluster with everybody's hands. */
final class SimulatedLaboratory implements Laboratory {

  private final Protocol protocol;
  private final SimulatedKafka kafka;
  private final List<SimulatedClient> clients = new ArrayList<>();
  private int topics;

  SimulatedLaboratory(Protocol protocol) {
    this.protocol = protocol;
    this.kafka = SimulatedKafka.empty(1, protocol);
  }

  @Override
  public Pod pod(String name, long boot, Patience patience, List<String> inputs) {
    kafka.transactionTimeout(patience.transaction());
    var incarnation = new Incarnation("ns", "pipe", "stage", name, boot);
    var client = kafka.client(incarnation, inputs);
    clients.add(client);
    return new Pod(incarnation, client);
  }

  /** Nothing is ever on its way. */
  @Override
  public void awaitArrival(Partition partition) {}

  @Override
  public void pass(Duration time) {
    clients.forEach(SimulatedClient::heartbeat);
    kafka.pass(time);
  }

  @Override
  public boolean forgivesOlderEpochs() {
    return protocol == Protocol.CONSUMER;
  }

  @Override
  public boolean isEager() {
    return protocol == Protocol.EAGER;
  }

  @Override
  public String topic(int partitions) {
    return topic(partitions, Integer.MAX_VALUE);
  }

  @Override
  public String topicTaking(int maxRecordBytes) {
    return topic(1, maxRecordBytes);
  }

  private String topic(int partitions, int maxRecordBytes) {
    var name = "topic-" + ++topics;
    kafka.create(name, partitions, maxRecordBytes);
    return name;
  }

  @Override
  public void makeAnew(String topic) {
    kafka.makeAnew(topic);
  }

  @Override
  public void grow(String topic, int partitions) {
    kafka.grow(topic, partitions);
  }

  @Override
  public void write(Partition partition, String... values) {
    kafka.write(partition, List.of(values));
  }

  @Override
  public OpenWrite beginWrite(Partition partition, String... values) {
    long transaction = kafka.beginWrite(partition, List.of(values));
    return committed -> kafka.endWrite(partition, transaction, committed);
  }

  @Override
  public void deleteBelow(Partition partition, long offset) {
    kafka.deleteBelow(partition, offset);
  }

  @Override
  public void evict(String instanceId) {
    kafka.evict(instanceId);
  }

  @Override
  public void fence(String transactionalId) {
    kafka.fence(transactionalId);
  }

  @Override
  public void setOffset(Partition partition, long offset) {
    kafka.setOffset(partition, offset);
  }

  @Override
  public List<String> values(String topic) {
    return kafka.outputs(topic).stream()
        .map(output -> new String(output.value(), StandardCharsets.UTF_8))
        .toList();
  }

  @Override
  public Optional<Committed> offset(Partition partition) {
    return kafka.offset(partition);
  }

  @Override
  public void outage(boolean now) {
    clients.forEach(client -> client.cutOff(now));
  }

  @Override
  public void close() {}
}
