package io.hamstring.worker.throughput;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hamstring.contract.records.SourceIds;
import java.util.HashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Which records of each topic of a chain came from which of the topic before it. */
final class Trace {

  private static final int COLLECTED = Step.COLLECTOR.ordinal() + 1;

  private final List<String> topics;
  private final Map<String, SourceIds> sources = new HashMap<>();
  private final Map<String, Long> written = new HashMap<>();

  /** Reads all topics of a chain, the log lines first. */
  Trace(Progress progress, List<String> topics) {
    this.topics = topics;
    progress.records(topics.get(0)).forEach(line -> written.put(id(line), line.timestamp()));
    for (var topic : topics.subList(1, topics.size())) {
      for (var record : progress.records(topic)) {
        sources.put(id(record), sourcesOf(record));
      }
    }
  }

  static String id(ConsumerRecord<byte[], byte[]> record) {
    return SourceIds.recordId(record.topic(), record.partition(), record.offset());
  }

  /** How many records a topic of the chain holds. */
  long count(int topic) {
    var prefix = topics.get(topic) + '-';
    return (topic == 0 ? written : sources)
        .keySet().stream().filter(id -> id.startsWith(prefix)).count();
  }

  /**
   * How many lines the collector wrote once; a line that it repeats on purpose is no source.
   *
   * @throws IllegalStateException if it wrote one twice
   */
  long linesGatheredOnce() {
    var prefix = topics.get(COLLECTED) + '-';
    var gathered = new HashMap<String, Integer>();
    sources.forEach(
        (id, from) -> {
          if (id.startsWith(prefix)) {
            from.recordIds().forEach(line -> gathered.merge(line, 1, Integer::sum));
          }
        });
    if (gathered.values().stream().anyMatch(times -> times > 1)) {
      throw new IllegalStateException("a line was gathered twice");
    }
    return gathered.size();
  }

  /** When the log lines were written that an alert's batch was gathered from. */
  LongSummaryStatistics written(String alert) {
    var id = alert;
    while (!id.startsWith(topics.get(COLLECTED) + '-')) {
      id = sources.get(id).recordIds().get(0);
    }
    return sources.get(id).recordIds().stream()
        .mapToLong(line -> written.get(sources.get(line).recordIds().get(0)))
        .summaryStatistics();
  }

  private static SourceIds sourcesOf(ConsumerRecord<byte[], byte[]> record) {
    return SourceIds.parse(
        new String(record.headers().lastHeader(SourceIds.HEADER).value(), UTF_8));
  }
}
