package io.hamstring.operator.spec;

import java.util.Map;

/**
 * A topic that the pipeline needs.
 *
 * @param partitions at least so many
 * @param replicationFactor copies of each partition, before it is capped at the broker count
 * @param config settings of a topic that has to be created, as Kafka names them
 */
public record WantedTopic(
    String name, int partitions, short replicationFactor, Map<String, String> config) {

  public WantedTopic {
    config = Map.copyOf(config);
  }
}
