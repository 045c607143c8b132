package io.hamstring.operator.convert;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hamstring.contract.Durations;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Turns HAMSTRING's {@code config.yaml} (v2.3) into a HamstringPipeline that does the same. Where
 * the file is silent, HAMSTRING's own fallback is written, not the API's default.
 */
public final class Conversion {

  private static final ObjectMapper JSON = new ObjectMapper();

  private static final int PARTITIONS = 12;
  private static final int BATCH_SIZE = 100;
  private static final int BATCH_TIMEOUT_MS = 50;
  private static final int MAX_POLL_INTERVAL_MS = 1_800_000;

  private final Source root;
  private final List<String> lost = new ArrayList<>();

  private Conversion(JsonNode document) {
    this.root = Source.of(document);
  }

  /**
   * The pipeline that a configuration describes.
   *
   * @throws IllegalArgumentException if the file is no HAMSTRING configuration
   */
  public static Converted of(JsonNode document, String namespace, String name) {
    if (!document.at("/pipeline").isObject() || !document.at("/environment").isObject()) {
      throw new IllegalArgumentException(
          "a HAMSTRING configuration has the sections pipeline and environment, this has not");
    }
    return new Conversion(document).converted(namespace, name);
  }

  private Converted converted(String namespace, String name) {
    var resource = JSON.createObjectNode();
    resource.put("apiVersion", "hamstring.io/v1alpha1").put("kind", "HamstringPipeline");
    resource.putObject("metadata").put("name", name).put("namespace", namespace);
    var spec = resource.putObject("spec");
    kafka(spec.putObject("kafka"));
    timeouts(spec.putObject("timeouts"));
    batch(spec.putObject("batch"));
    new ConvertedStages(root, lost).addTo(spec.putArray("stages"));
    root.unread().forEach(path -> lost.add(path + ": has no counterpart and is left out"));
    return new Converted(resource, lost);
  }

  private void kafka(ObjectNode kafka) {
    var environment = root.at("environment");
    var brokers = environment.at("kafka_brokers").items();
    kafka.put(
        "bootstrapServers",
        brokers.stream()
            .map(
                broker ->
                    broker.at("hostname").text().orElse("kafka")
                        + ":"
                        + broker.at("internal_port").text().orElse("9092"))
            .collect(Collectors.joining(",")));
    var topics = environment.at("kafka_topics");
    var given = kafka.putObject("topics");
    given.put("create", true).put("partitions", partitions(topics));
    int replicas = topics.at("replication_factor").number().orElse(Math.max(1, brokers.size()));
    given.put("replicationFactor", Math.min(replicas, Math.max(1, brokers.size())));
    topics
        .at("config")
        .raw()
        .filter(JsonNode::isObject)
        .ifPresent(
            config -> {
              var texts = given.putObject("config");
              config.properties().forEach(e -> texts.put(e.getKey(), e.getValue().asText()));
            });
  }

  /** One number for all topics: the file's own, or the largest that it gives to a hop. */
  private static int partitions(Source topics) {
    var hops = topics.at("stages").members();
    int partitions =
        topics
            .at("partitions")
            .number()
            .orElseGet(
                () ->
                    hops.stream()
                        .flatMap(hop -> peek(hop.getValue(), "partitions"))
                        .max(Integer::compare)
                        .orElse(PARTITIONS));
    for (var hop : hops) {
      if (peek(hop.getValue(), "partitions").anyMatch(number -> number == partitions)) {
        hop.getValue().at("partitions").raw();
      }
    }
    return partitions;
  }

  private static Stream<Integer> peek(Source source, String key) {
    return source.peek(key).filter(JsonNode::canConvertToInt).map(JsonNode::asInt).stream();
  }

  private void timeouts(ObjectNode timeouts) {
    var consumer = root.at("environment", "kafka_consumer");
    var producer = root.at("environment", "kafka_producer");
    timeouts.put(
        "maxPollInterval",
        millis(consumer.at("max_poll_interval_ms").number().orElse(MAX_POLL_INTERVAL_MS)));
    consumer
        .at("commit_retry_timeout_seconds")
        .decimal()
        .ifPresent(seconds -> timeouts.put("commitRetry", seconds(seconds)));
    producer
        .at("transaction_api_timeout_seconds")
        .decimal()
        .ifPresent(seconds -> timeouts.put("transactionApi", seconds(seconds)));
    producer
        .at("message_timeout_ms")
        .number()
        .ifPresent(
            millis -> {
              timeouts.put("message", millis(millis));
              // The broker must not end a transaction before its records are given up.
              if (millis >= 30_000) {
                timeouts.put("transaction", millis(millis + 10_000));
              }
            });
  }

  private void batch(ObjectNode batch) {
    var given = root.at("environment", "kafka_transaction_batch");
    batch.put("size", given.at("size").number().orElse(BATCH_SIZE));
    batch.put("timeout", millis(given.at("timeout_ms").number().orElse(BATCH_TIMEOUT_MS)));
    bounds(batch.putObject("stages"), given.at("stages"));
    bounds(batch.putObject("topics"), given.at("topics"));
  }

  private static void bounds(ObjectNode target, Source given) {
    for (var member : given.members()) {
      var bounds = target.putObject(member.getKey());
      member.getValue().at("size").number().ifPresent(size -> bounds.put("size", size));
      member
          .getValue()
          .at("timeout_ms")
          .number()
          .ifPresent(timeout -> bounds.put("timeout", millis(timeout)));
    }
  }

  static String millis(long millis) {
    return Durations.format(Duration.ofMillis(millis));
  }

  static String seconds(BigDecimal seconds) {
    return millis(seconds.movePointRight(3).longValue());
  }
}
