package io.hamstring.worker.scenario;

import static org.awaitility.Awaitility.await;

import io.hamstring.broker.BrokerCluster;
import io.hamstring.broker.BrokerOptions;
import io.hamstring.broker.BrokerProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.MemberToRemove;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;

/** A cluster of real brokers, and what a scenario asks of it. */
final class Brokers implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(120);
  private static final String SESSION_MILLIS = "6000";

  private final BrokerCluster cluster;
  private final Admin admin;

  private Brokers(BrokerCluster cluster) {
    this.cluster = cluster;
    this.admin = Admin.create(Map.<String, Object>of("bootstrap.servers", servers()));
  }

  /**
   * Starts one whose members of the consumer protocol have a session of 6 s, and in which a node
   * that is silent for 3 s is replaced.
   */
  static Brokers start(Topology topology, Path folder) {
    var options =
        BrokerOptions.forTests(folder)
            .with("group.consumer.heartbeat.interval.ms", "500")
            .with("group.consumer.session.timeout.ms", SESSION_MILLIS)
            .with("group.consumer.max.session.timeout.ms", "60000")
            .with("broker.session.timeout.ms", "3000")
            .with("broker.heartbeat.interval.ms", "500");
    var brokers = new Brokers(BrokerCluster.start(options, topology.nodes()));
    brokers.makeInternalTopics();
    return brokers;
  }

  String servers() {
    return cluster.bootstrapServers();
  }

  /** The only node, or the first. */
  BrokerProcess node() {
    return cluster.node(1);
  }

  List<BrokerProcess> nodes() {
    return cluster.nodes();
  }

  /** The node that coordinates a group now. */
  BrokerProcess groupCoordinator(String group) {
    return cluster.node(
        answer(admin.describeConsumerGroups(List.of(group)).all()).get(group).coordinator().id());
  }

  /** The node that coordinates the transactions of an id now. */
  BrokerProcess transactionCoordinator(String transactionalId) {
    return cluster.node(
        answer(admin.describeTransactions(List.of(transactionalId)).all())
            .get(transactionalId)
            .coordinatorId());
  }

  void createTopic(String name, int partitions) {
    answer(
        admin
            .createTopics(List.of(new NewTopic(name, Optional.of(partitions), Optional.empty())))
            .all());
    awaitInSync();
  }

  /** Waits until every replica of every partition is in sync, internal topics included. */
  void awaitInSync() {
    await("all replicas in sync")
        .pollInSameThread()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(this::isInSync);
  }

  /** Fences a transactional id and removes a member, as an operator does. */
  void freezeOut(String group, String instanceId, String transactionalId) {
    answer(admin.fenceProducers(Set.of(transactionalId)).all());
    answer(
        admin
            .removeMembersFromConsumerGroup(
                group,
                new RemoveMembersFromConsumerGroupOptions(List.of(new MemberToRemove(instanceId))))
            .all());
  }

  @Override
  public void close() {
    admin.close(Duration.ZERO);
    cluster.close();
  }

  private boolean isInSync() {
    var names = answer(admin.listTopics(new ListTopicsOptions().listInternal(true)).names());
    return answer(admin.describeTopics(names).allTopicNames()).values().stream()
        .flatMap(topic -> topic.partitions().stream())
        .allMatch(
            partition ->
                partition.leader() != null
                    && !partition.leader().isEmpty()
                    && partition.isr().size() == partition.replicas().size());
  }

  // They appear at first use, with as many replicas as there are brokers then.
  private void makeInternalTopics() {
    await("a coordinator of groups and of transactions")
        .pollInSameThread()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(
            () -> {
              answer(admin.fenceProducers(Set.of("nobody")).all());
              answer(admin.listConsumerGroupOffsets("nobody").all());
              return true;
            });
    awaitInSync();
  }

  private static <T> T answer(Future<T> call) {
    try {
      return call.get();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(interrupted);
    } catch (ExecutionException failed) {
      throw new IllegalStateException(failed.getCause());
    }
  }
}
