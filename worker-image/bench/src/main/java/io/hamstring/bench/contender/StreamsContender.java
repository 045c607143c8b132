package io.hamstring.bench.contender;

import io.hamstring.bench.runtime.Running;
import java.time.Duration;
import java.util.Properties;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;

/**
 * Kafka Streams with {@code exactly_once_v2} and its own default of a commit every 100 ms.
 *
 * @param threads stream threads
 */
public record StreamsContender(String name, int threads) implements Contender {

  private static final Duration CLOSE = Duration.ofSeconds(30);

  @Override
  public Running start(Job job) {
    var builder = new StreamsBuilder();
    builder.<byte[], byte[]>stream(job.inputTopic()).mapValues(Turning::over).to(job.outputTopic());
    var streams = new KafkaStreams(builder.build(), properties(job));
    streams.start();
    return () -> streams.close(CLOSE);
  }

  private Properties properties(Job job) {
    var properties = new Properties();
    properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, job.bootstrapServers());
    properties.put(StreamsConfig.APPLICATION_ID_CONFIG, job.group());
    properties.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
    properties.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, 100);
    properties.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, threads);
    properties.put(StreamsConfig.STATE_DIR_CONFIG, job.folder().toString());
    properties.put(StreamsConfig.REPLICATION_FACTOR_CONFIG, 1);
    properties.put(
        StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.ByteArraySerde.class.getName());
    properties.put(
        StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.ByteArraySerde.class.getName());
    properties.put(CommonClientConfigs.ENABLE_METRICS_PUSH_CONFIG, false);
    return properties;
  }
}
