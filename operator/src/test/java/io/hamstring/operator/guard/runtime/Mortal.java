package io.hamstring.operator.guard.runtime;

import io.hamstring.contract.names.Incarnation;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.CloseOptions.GroupMembershipOperation;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A member of a group with a transactional producer, as a worker has them, that can die. */
public final class Mortal implements AutoCloseable {

  private final KafkaConsumer<byte[], byte[]> consumer;
  private final KafkaProducer<byte[], byte[]> producer;

  private Mortal(KafkaConsumer<byte[], byte[]> consumer, KafkaProducer<byte[], byte[]> producer) {
    this.consumer = consumer;
    this.producer = producer;
  }

  public static Mortal join(
      String servers, String protocol, String group, Incarnation incarnation, String topic) {
    var settings = new HashMap<String, Object>();
    settings.put("bootstrap.servers", servers);
    settings.put("group.id", group);
    settings.put("group.protocol", protocol);
    settings.put("group.instance.id", incarnation.instanceId());
    settings.put("client.id", incarnation.instanceId());
    settings.put("auto.offset.reset", "earliest");
    settings.put("enable.auto.commit", "false");
    if (protocol.equals("classic")) {
      settings.put("partition.assignment.strategy", CooperativeStickyAssignor.class.getName());
      settings.put("heartbeat.interval.ms", "500");
    }
    var consumer =
        new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    consumer.subscribe(List.of(topic));
    var producing =
        Map.<String, Object>of(
            "bootstrap.servers",
            servers,
            "transactional.id",
            incarnation.transactionalId(),
            "linger.ms",
            "0");
    var producer =
        new KafkaProducer<>(producing, new ByteArraySerializer(), new ByteArraySerializer());
    producer.initTransactions();
    return new Mortal(consumer, producer);
  }

  /** Takes part in the group for a moment. */
  public Set<TopicPartition> poll() {
    consumer.poll(Duration.ofMillis(50));
    return consumer.assignment();
  }

  /** Leaves a transaction open, in which an output was written and an offset is pending. */
  public void openTransaction(String output, TopicPartition read, long offset) throws Exception {
    producer.beginTransaction();
    Future<?> sent = producer.send(new ProducerRecord<>(output, 0, null, new byte[] {1}));
    producer.flush();
    sent.get();
    producer.sendOffsetsToTransaction(
        Map.of(read, new OffsetAndMetadata(offset)), consumer.groupMetadata());
  }

  public void commit() {
    producer.commitTransaction();
  }

  /** Ends as a killed process does: tells nobody. */
  public void die() {
    producer.close(Duration.ZERO);
    consumer.close(
        CloseOptions.groupMembershipOperation(GroupMembershipOperation.REMAIN_IN_GROUP)
            .withTimeout(Duration.ofSeconds(5)));
  }

  @Override
  public void close() {
    producer.close(Duration.ZERO);
    consumer.close(
        CloseOptions.groupMembershipOperation(GroupMembershipOperation.LEAVE_GROUP)
            .withTimeout(Duration.ofSeconds(5)));
  }
}
