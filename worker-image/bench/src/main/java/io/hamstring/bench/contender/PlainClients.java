package io.hamstring.bench.contender;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The clients of the plain loops: set as the core sets its own, so that only the loops differ. */
final class PlainClients {

  private PlainClients() {}

  static KafkaConsumer<byte[], byte[]> consumer(Job job, int maxPollRecords) {
    Map<String, Object> properties = new LinkedHashMap<>();
    properties.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, job.bootstrapServers());
    properties.put(ConsumerConfig.GROUP_ID_CONFIG, job.group());
    properties.put(ConsumerConfig.GROUP_PROTOCOL_CONFIG, "consumer");
    properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    properties.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, maxPollRecords);
    properties.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 50);
    var consumer =
        new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    consumer.subscribe(List.of(job.inputTopic()));
    return consumer;
  }

  /**
   * A producer.
   *
   * @param transactional whether it has a transactional id
   * @param retryBackoffMillis what the next transaction waits for the markers of the one before
   */
  static KafkaProducer<byte[], byte[]> producer(
      Job job, boolean transactional, int retryBackoffMillis) {
    Map<String, Object> properties = new LinkedHashMap<>();
    properties.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, job.bootstrapServers());
    properties.put(ProducerConfig.LINGER_MS_CONFIG, 5);
    properties.put(ProducerConfig.BATCH_SIZE_CONFIG, 64 * 1024);
    properties.put(ProducerConfig.RETRY_BACKOFF_MS_CONFIG, retryBackoffMillis);
    if (transactional) {
      properties.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, job.group());
    }
    return new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
  }

  static ProducerRecord<byte[], byte[]> turned(String topic, ConsumerRecord<byte[], byte[]> read) {
    var record = new ProducerRecord<>(topic, read.key(), Turning.over(read.value()));
    for (var header : read.headers()) {
      record.headers().add(header);
    }
    return record;
  }
}
