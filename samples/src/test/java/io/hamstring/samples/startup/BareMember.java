package io.hamstring.samples.startup;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * The least that joins a consumer group: one consumer, no logging. Arguments: the brokers, the
 * group and the topic. Prints a line when it has been assigned something, and goes on polling.
 */
public final class BareMember implements ConsumerRebalanceListener {

  private BareMember() {}

  public static void main(String[] arguments) {
    var deserializer = new ByteArrayDeserializer();
    var settings =
        Map.<String, Object>of(
            "bootstrap.servers",
            arguments[0],
            "group.id",
            arguments[1],
            "group.protocol",
            "consumer",
            "enable.auto.commit",
            false,
            "auto.offset.reset",
            "earliest");
    try (var consumer = new KafkaConsumer<>(settings, deserializer, deserializer)) {
      consumer.subscribe(List.of(arguments[2]), new BareMember());
      while (true) {
        consumer.poll(Duration.ofMillis(100));
      }
    }
  }

  @Override
  public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
    if (!partitions.isEmpty()) {
      System.out.println("assigned");
    }
  }

  @Override
  public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
    // It is alone in its group.
  }
}
