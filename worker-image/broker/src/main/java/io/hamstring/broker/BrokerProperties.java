package io.hamstring.broker;

import java.util.Map;
import java.util.Properties;

/** The {@code server.properties} of one node, broker and controller, on loopback. */
final class BrokerProperties {

  /** Users to write into new metadata; read by {@link BrokerMain}, unknown to Kafka. */
  static final String SCRAM_USERS = "hamstring.scram.users";

  /** The id of a new cluster, the same on each node; read by {@link BrokerMain}. */
  static final String CLUSTER_ID = "hamstring.cluster.id";

  private static final String CONTROLLER = "CONTROLLER";
  private static final String CLIENTS = "CLIENTS";
  private static final String INTERNAL = "INTERNAL";
  private static final int MOST_REPLICAS = 3;

  private BrokerProperties() {}

  static Properties of(BrokerNodes nodes, int id, BrokerOptions options) {
    var properties = new Properties();
    properties.putAll(
        Map.of(
            "process.roles",
            "broker,controller",
            "node.id",
            Integer.toString(id),
            "controller.quorum.voters",
            nodes.voters(),
            "controller.listener.names",
            CONTROLLER,
            "log.dirs",
            options.folder().resolve("data").toString(),
            "auto.create.topics.enable",
            "false"));
    properties.putAll(listeners(nodes.of(id), options.security()));
    properties.putAll(replicas(Math.min(nodes.count(), MOST_REPLICAS)));
    properties.putAll(options.security().ofListener(CLIENTS));
    properties.put(SCRAM_USERS, options.security().scramUsers());
    properties.put(CLUSTER_ID, nodes.clusterId());
    properties.putAll(options.properties());
    return properties;
  }

  private static Map<String, String> listeners(BrokerPorts ports, BrokerSecurity security) {
    var clients = CLIENTS + "://" + BrokerNodes.HOST + ":" + ports.clients();
    var internal = INTERNAL + "://" + BrokerNodes.HOST + ":" + ports.internal();
    var brokers = security.isOn() ? clients + "," + internal : clients;
    return Map.of(
        "listeners",
        brokers + "," + CONTROLLER + "://" + BrokerNodes.HOST + ":" + ports.controller(),
        "advertised.listeners",
        brokers,
        "inter.broker.listener.name",
        security.isOn() ? INTERNAL : CLIENTS,
        "listener.security.protocol.map",
        CLIENTS
            + ":"
            + security.protocol()
            + ","
            + INTERNAL
            + ":PLAINTEXT,"
            + CONTROLLER
            + ":PLAINTEXT");
  }

  // With three nodes any one of them may be away.
  private static Map<String, String> replicas(int count) {
    var factor = Integer.toString(count);
    var inSync = Integer.toString(Math.max(1, count - 1));
    return Map.of(
        "offsets.topic.replication.factor", factor,
        "transaction.state.log.replication.factor", factor,
        "transaction.state.log.min.isr", inSync,
        "share.coordinator.state.topic.replication.factor", factor,
        "share.coordinator.state.topic.min.isr", inSync,
        "default.replication.factor", factor,
        "min.insync.replicas", inSync);
  }
}
