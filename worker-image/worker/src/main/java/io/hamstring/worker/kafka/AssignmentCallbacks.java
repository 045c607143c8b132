package io.hamstring.worker.kafka;

import io.hamstring.recovery.port.AssignmentListener;
import java.util.Collection;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.common.TopicPartition;

/**
 * Passes the client's callbacks on. Lost stays lost: the client's default would call it revoked,
 * and then somebody would commit for partitions that are another's.
 */
record AssignmentCallbacks(AssignmentListener listener) implements ConsumerRebalanceListener {

  @Override
  public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
    listener.assigned(Partitions.of(partitions));
  }

  @Override
  public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
    listener.revoked(Partitions.of(partitions));
  }

  @Override
  public void onPartitionsLost(Collection<TopicPartition> partitions) {
    listener.lost(Partitions.of(partitions));
  }
}
