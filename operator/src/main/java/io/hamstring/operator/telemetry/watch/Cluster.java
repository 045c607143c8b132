package io.hamstring.operator.telemetry.watch;

import java.util.Map;

/**
 * A Kafka cluster and the credentials with which the operator asks it.
 *
 * @param clientConfig further client settings; may hold secrets, so it is never printed
 */
public record Cluster(String bootstrapServers, Map<String, String> clientConfig) {

  public Cluster {
    clientConfig = Map.copyOf(clientConfig);
  }

  @Override
  public String toString() {
    return bootstrapServers;
  }
}
