package io.hamstring.broker;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The nodes of a cluster, each of them broker and controller, with ids from 1.
 *
 * @param clusterId what new data are marked with, in Kafka's notation
 * @param ports of each, in the order of their ids
 */
record BrokerNodes(String clusterId, List<BrokerPorts> ports) {

  static final String HOST = "127.0.0.1";

  BrokerNodes {
    ports = List.copyOf(ports);
  }

  /** So many new ones on ports that are free. */
  static BrokerNodes free(int count, RandomGenerator random) {
    var id = UUID.randomUUID();
    var bytes = ByteBuffer.allocate(2 * Long.BYTES);
    bytes.putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
    return new BrokerNodes(
        Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array()),
        IntStream.range(0, count).mapToObj(node -> BrokerPorts.free(random)).toList());
  }

  int count() {
    return ports.size();
  }

  BrokerPorts of(int id) {
    return ports.get(id - 1);
  }

  /** Kafka's {@code controller.quorum.voters}. */
  String voters() {
    return IntStream.rangeClosed(1, count())
        .mapToObj(id -> id + "@" + HOST + ":" + of(id).controller())
        .collect(Collectors.joining(","));
  }
}
