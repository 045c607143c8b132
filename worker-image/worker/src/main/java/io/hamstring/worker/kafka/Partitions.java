package io.hamstring.worker.kafka;

import io.hamstring.recovery.port.Committed;
import io.hamstring.recovery.port.Position;
import io.hamstring.recovery.processing.Partition;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** The same partitions and positions in the client's types and in ours. */
final class Partitions {

  private Partitions() {}

  static Partition of(TopicPartition partition) {
    return new Partition(partition.topic(), partition.partition());
  }

  static Set<Partition> of(Collection<TopicPartition> partitions) {
    var ours = new TreeSet<Partition>();
    partitions.forEach(partition -> ours.add(of(partition)));
    return ours;
  }

  static TopicPartition client(Partition partition) {
    return new TopicPartition(partition.topic(), partition.number());
  }

  static Set<TopicPartition> client(Collection<Partition> partitions) {
    return partitions.stream().map(Partitions::client).collect(Collectors.toSet());
  }

  static Position position(OffsetAndMetadata offset) {
    return new Position(offset.offset(), offset.leaderEpoch().orElse(-1));
  }

  static OffsetAndMetadata client(Position position, String metadata) {
    return new OffsetAndMetadata(
        position.offset(),
        position.leaderEpoch() < 0 ? Optional.empty() : Optional.of(position.leaderEpoch()),
        metadata);
  }

  static Map<TopicPartition, OffsetAndMetadata> client(Map<Partition, Committed> offsets) {
    var client = new LinkedHashMap<TopicPartition, OffsetAndMetadata>();
    offsets.forEach(
        (partition, committed) ->
            client.put(client(partition), client(committed.position(), committed.metadata())));
    return client;
  }
}
