package io.hamstring.broker;

import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;

/** The {@code server.properties} of a broker that is its own controller, alone and on loopback. */
final class BrokerProperties {

  private static final String HOST = "127.0.0.1";
  private static final int NODE_ID = 1;

  private BrokerProperties() {}

  static Properties of(BrokerPorts ports, Path data, Map<String, String> more) {
    var properties = new Properties();
    properties.putAll(
        Map.of(
            "process.roles",
            "broker,controller",
            "node.id",
            Integer.toString(NODE_ID),
            "controller.quorum.voters",
            NODE_ID + "@" + HOST + ":" + ports.controller(),
            "listeners",
            listeners(ports),
            "advertised.listeners",
            "PLAINTEXT://" + HOST + ":" + ports.clients(),
            "controller.listener.names",
            "CONTROLLER",
            "log.dirs",
            data.toString(),
            "auto.create.topics.enable",
            "false"));
    properties.putAll(
        Map.of(
            "offsets.topic.replication.factor", "1",
            "transaction.state.log.replication.factor", "1",
            "transaction.state.log.min.isr", "1",
            "share.coordinator.state.topic.replication.factor", "1",
            "share.coordinator.state.topic.min.isr", "1"));
    properties.putAll(more);
    return properties;
  }

  private static String listeners(BrokerPorts ports) {
    return "PLAINTEXT://"
        + HOST
        + ":"
        + ports.clients()
        + ",CONTROLLER://"
        + HOST
        + ":"
        + ports.controller();
  }
}
