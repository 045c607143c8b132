package io.hamstring.broker;

import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Brokers that are one cluster: each a process of its own that can be stopped, killed, paused and
 * started again by itself. With three nodes every topic has three replicas of which two must be in
 * sync, so that any one node may be away. Confined to one thread at a time.
 */
public final class BrokerCluster implements AutoCloseable {

  private static final int PORT_TRIES = 5;

  private final BrokerNodes places;
  private final List<BrokerProcess> nodes;

  private BrokerCluster(BrokerOptions options, BrokerNodes places) {
    this.places = places;
    this.nodes =
        IntStream.rangeClosed(1, places.count())
            .mapToObj(
                id ->
                    new BrokerProcess(
                        places.count() == 1 ? options : options.in("node-" + id), places, id))
            .toList();
  }

  /** Starts {@code count} nodes and waits until each answers. */
  public static BrokerCluster start(BrokerOptions options, int count) {
    for (var attempt = 1; ; attempt++) {
      var cluster =
          new BrokerCluster(options, BrokerNodes.free(count, ThreadLocalRandom.current()));
      try {
        cluster.nodes.forEach(BrokerProcess::launch);
        cluster.nodes.forEach(BrokerProcess::awaitReady);
        return cluster;
      } catch (IllegalStateException failed) {
        cluster.close();
        if (attempt == PORT_TRIES
            || cluster.places.ports().stream().allMatch(BrokerPorts::areFree)) {
          throw failed;
        }
      }
    }
  }

  /** The node with this id, from 1. */
  public BrokerProcess node(int id) {
    return nodes.get(id - 1);
  }

  /** All nodes, in the order of their ids. */
  public List<BrokerProcess> nodes() {
    return nodes;
  }

  /** What clients need as {@code bootstrap.servers}: all nodes. */
  public String bootstrapServers() {
    return nodes.stream().map(BrokerProcess::bootstrapServers).collect(Collectors.joining(","));
  }

  /** {@link BrokerProcess#internalServers()} of all nodes. */
  public String internalServers() {
    return nodes.stream().map(BrokerProcess::internalServers).collect(Collectors.joining(","));
  }

  /** Ends all nodes without regard for their data, which stay where they are. */
  @Override
  public void close() {
    nodes.forEach(BrokerProcess::close);
  }
}
