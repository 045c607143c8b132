package io.hamstring.operator.telemetry.watch;

import java.util.Map;

/**
 * A topic that the operator creates when it is missing and grows when it is too small.
 *
 * @param partitions at least so many
 * @param replicationFactor before it is capped at the broker count
 * @param config of a topic that has to be created
 */
public record KeptTopic(
    String name, int partitions, short replicationFactor, Map<String, String> config) {

  public KeptTopic {
    config = Map.copyOf(config);
  }
}
