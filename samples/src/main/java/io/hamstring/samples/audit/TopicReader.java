package io.hamstring.samples.audit;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.hamstring.contract.records.AuditRecord;
import io.hamstring.contract.records.DeadLetter;
import io.hamstring.contract.records.SourceIds;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads whole topics as a read_committed reader sees them, from the first record to the end. */
public final class TopicReader {

  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final String bootstrapServers;
  private final ObjectMapper json = new ObjectMapper();

  public TopicReader(String bootstrapServers) {
    this.bootstrapServers = bootstrapServers;
  }

  /**
   * Shows {@code audit} every record of its topics, of its dead-letter topics and of the audit
   * topic.
   *
   * @throws IOException if a topic cannot be read to its end
   */
  public void show(Audit audit, String auditTopic) throws IOException {
    var topics = new TreeSet<>(audit.topics());
    topics.remove(auditTopic);
    read(topics, record -> audit.record(seen(record)));
    read(audit.deadLetterTopics(), record -> letter(record).ifPresent(audit::letter));
    var disposals = new ArrayList<AuditRecord>();
    read(Set.of(auditTopic), record -> disposals.add(disposal(record)));
    disposals.forEach(audit::disposal);
  }

  /**
   * Hands every record of {@code topics} to {@code reader}. A topic that does not exist holds none.
   *
   * @throws IOException if a topic cannot be read to its end
   */
  public void read(Set<String> topics, Consumer<ConsumerRecord<byte[], byte[]>> reader)
      throws IOException {
    try (var consumer = consumer()) {
      var existing = consumer.listTopics(PATIENCE);
      var partitions = new ArrayList<TopicPartition>();
      for (var topic : topics) {
        for (var partition : existing.getOrDefault(topic, List.of())) {
          partitions.add(new TopicPartition(topic, partition.partition()));
        }
      }
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      // For a read_committed consumer the end is the last stable offset.
      readTo(consumer, new HashMap<>(consumer.endOffsets(partitions, PATIENCE)), reader);
    }
  }

  private void readTo(
      KafkaConsumer<byte[], byte[]> consumer,
      Map<TopicPartition, Long> ends,
      Consumer<ConsumerRecord<byte[], byte[]>> reader)
      throws IOException {
    long idleSince = System.nanoTime();
    ends.entrySet().removeIf(end -> consumer.position(end.getKey(), PATIENCE) >= end.getValue());
    while (!ends.isEmpty()) {
      var records = consumer.poll(POLL);
      records.forEach(reader);
      boolean reached =
          ends.entrySet().removeIf(end -> consumer.position(end.getKey()) >= end.getValue());
      if (!records.isEmpty() || reached) {
        idleSince = System.nanoTime();
      } else if (System.nanoTime() - idleSince > PATIENCE.toNanos()) {
        throw new IOException(
            "nothing came of " + ends.keySet() + " for " + PATIENCE + "; is the broker alive?");
      }
    }
  }

  private KafkaConsumer<byte[], byte[]> consumer() {
    return new KafkaConsumer<>(
        Map.of(
            "bootstrap.servers", bootstrapServers,
            "isolation.level", "read_committed",
            "enable.auto.commit", "false",
            "auto.offset.reset", "earliest",
            "allow.auto.create.topics", "false",
            "client.id", "hamstring-audit"),
        new ByteArrayDeserializer(),
        new ByteArrayDeserializer());
  }

  private AuditRecord disposal(ConsumerRecord<byte[], byte[]> record) {
    try {
      return json.readValue(record.value(), AuditRecord.class);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "record "
              + SourceIds.recordId(record.topic(), record.partition(), record.offset())
              + " of the audit topic cannot be read",
          e);
    }
  }

  private static SeenRecord seen(ConsumerRecord<byte[], byte[]> record) {
    return new SeenRecord(
        record.topic(),
        record.partition(),
        record.offset(),
        header(record, SourceIds.HEADER),
        header(record, SourceIds.STAGE_HEADER),
        header(record, SourceIds.LOOK_BACK_HEADER));
  }

  /** What a dead letter says; nothing if the record is none. */
  private static Optional<SeenLetter> letter(ConsumerRecord<byte[], byte[]> record) {
    try {
      return Optional.ofNullable(header(record, DeadLetter.STAGE))
          .map(
              stage ->
                  new SeenLetter(
                      record.topic(),
                      stage,
                      header(record, DeadLetter.TOPIC),
                      Integer.parseInt(header(record, DeadLetter.PARTITION)),
                      Long.parseLong(header(record, DeadLetter.OFFSET))));
    } catch (NumberFormatException unreadable) {
      return Optional.empty();
    }
  }

  private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
    var header = record.headers().lastHeader(name);
    return header == null ? null : new String(header.value(), StandardCharsets.UTF_8);
  }
}
