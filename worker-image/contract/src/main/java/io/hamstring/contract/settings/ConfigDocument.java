package io.hamstring.contract.settings;

import io.hamstring.contract.Durations;
import io.hamstring.contract.StageType;
import io.hamstring.contract.batch.BatchBounds;
import io.hamstring.contract.batch.BatchSettings;
import io.hamstring.contract.batch.GroupCommit;
import io.hamstring.contract.names.WorkerPod;
import io.hamstring.contract.settings.WorkerSettings.Audit;
import io.hamstring.contract.settings.WorkerSettings.GroupProtocol;
import io.hamstring.contract.settings.WorkerSettings.Kafka;
import io.hamstring.contract.settings.WorkerSettings.OffsetReset;
import io.hamstring.contract.settings.WorkerSettings.OnPoison;
import io.hamstring.contract.settings.WorkerSettings.Output;
import io.hamstring.contract.settings.WorkerSettings.Stage;
import io.hamstring.contract.settings.WorkerSettings.Timeouts;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The worker's {@code config.yaml} in HAMSTRING's shape, as nested maps: written by the operator,
 * read by the worker, both with this class, so that they cannot disagree. Keys under {@code
 * environment} are HAMSTRING's own; {@code pipeline.stage} is what one worker needs to know of its
 * stage.
 */
public final class ConfigDocument {

  private static final String STARTS_WARM = "starts_warm";
  private static final String SIDECAR = "sidecar";
  private static final Duration MILLI = Duration.ofMillis(1);

  private ConfigDocument() {}

  /**
   * The document that says {@code settings}. Keys keep their order, so equal settings give equal
   * text.
   */
  public static Map<String, Object> of(WorkerSettings settings) {
    var kafka = settings.kafka();
    var timeouts = settings.timeouts();
    var environment = new LinkedHashMap<String, Object>();
    environment.put("kafka_bootstrap_servers", kafka.bootstrapServers());
    var security = SecurityDocument.of(kafka.security());
    if (!security.isEmpty()) {
      environment.put("kafka_security", security);
    }
    environment.put(
        "kafka_consumer",
        ordered(
            "group_protocol", kafka.groupProtocol().id(),
            "auto_offset_reset", lower(kafka.offsetReset()),
            "max_poll_interval_ms", timeouts.maxPollInterval().toMillis(),
            "session_timeout_ms", timeouts.session().toMillis(),
            "commit_retry_timeout_seconds", seconds(timeouts.commitRetry()),
            "config", new TreeMap<>(kafka.consumerConfig())));
    environment.put(
        "kafka_producer",
        ordered(
            "transaction_timeout_ms", timeouts.transaction().toMillis(),
            "transaction_api_timeout_seconds", seconds(timeouts.transactionApi()),
            "message_timeout_ms", timeouts.message().toMillis(),
            "config", new TreeMap<>(kafka.producerConfig())));
    environment.put("kafka_transaction_batch", batch(settings.batch()));
    var stage = settings.stage();
    var stageMap =
        ordered(
            "name", stage.name(),
            "type", stage.type().id(),
            "topic_name", stage.topicName(),
            "group", stage.group(),
            "inputs", stage.inputs(),
            "outputs",
                stage.outputs().stream()
                    .map(output -> ordered("topic", output.topic(), "to", output.to().id()))
                    .toList(),
            "class_name", stage.className(),
            "concurrency", stage.concurrency(),
            "on_poison",
                ordered(
                    "max_attempts", stage.onPoison().maxAttempts(),
                    "dead_letter_topic", stage.onPoison().deadLetterTopic(),
                    "then", lower(stage.onPoison().then())),
            "config", sorted(stage.config()));
    if (stage.startsWarm()) {
      stageMap.put(STARTS_WARM, true);
    }
    var pipeline =
        ordered(
            "namespace", settings.namespace(),
            "name", settings.pipeline(),
            "shutdown", Durations.format(timeouts.shutdown()),
            "audit",
                ordered(
                    "record_ids", settings.audit().recordIds(), "topic", settings.audit().topic()),
            "monitoring", settings.monitoringRows() ? ordered("rows", true) : null,
            "stage", stageMap);
    return ordered("environment", environment, "pipeline", pipeline);
  }

  /**
   * Reads a document, with the environment variables of {@link WorkerPod} on top.
   *
   * @throws InvalidSettings naming every problem at once
   */
  public static WorkerSettings parse(Map<?, ?> document, Map<String, String> variables) {
    var problems = new ArrayList<String>();
    var root = Section.root(document, problems);
    var overrides = Section.root(variables, problems);
    var environment = root.section("environment");
    var pipeline = root.section("pipeline");
    var settings =
        new WorkerSettings(
            pipeline.requiredText("namespace"),
            pipeline.requiredText("name"),
            stage(pipeline.section("stage"), overrides),
            kafka(environment, overrides),
            timeouts(environment, pipeline, overrides),
            batchSettings(environment.section("kafka_transaction_batch")),
            new BatchBounds(
                integer(overrides.number(WorkerPod.BATCH_SIZE, null, 1, Integer.MAX_VALUE)),
                overrides.amount(WorkerPod.BATCH_TIMEOUT_MS, MILLI, null, 0)),
            audit(pipeline.section("audit")),
            pipeline.section("monitoring").flag("rows", false));
    if (!problems.isEmpty()) {
      throw new InvalidSettings(problems);
    }
    return settings;
  }

  private static Kafka kafka(Section environment, Section overrides) {
    var consumer = environment.section("kafka_consumer");
    return new Kafka(
        environment.requiredText("kafka_bootstrap_servers"),
        consumer.converted(
            "group_protocol",
            text ->
                GroupProtocol.ofId(text)
                    .orElseThrow(
                        () ->
                            new IllegalArgumentException(
                                "must be consumer or classic, was '" + text + "'")),
            GroupProtocol.CONSUMER),
        choice(consumer, "auto_offset_reset", OffsetReset.class, OffsetReset.EARLIEST),
        SecurityDocument.parse(environment.section("kafka_security")),
        inItsRack(
            clientConfig(consumer, OwnedClientSettings.CONSUMER),
            overrides.text(WorkerPod.CLIENT_RACK, "").strip()),
        clientConfig(environment.section("kafka_producer"), OwnedClientSettings.PRODUCER));
  }

  private static Map<String, String> clientConfig(Section client, Set<String> owned) {
    var config = client.section("config");
    var texts = config.asTexts();
    for (var refused : OwnedClientSettings.among(texts, owned)) {
      config.problem(refused, "is set by the worker itself; remove it");
    }
    return texts;
  }

  private static Map<String, String> inItsRack(Map<String, String> consumerConfig, String rack) {
    if (!rack.isEmpty()) {
      consumerConfig.put("client.rack", rack);
    }
    return consumerConfig;
  }

  private static Timeouts timeouts(Section environment, Section pipeline, Section overrides) {
    var consumer = environment.section("kafka_consumer");
    var producer = environment.section("kafka_producer");
    var standard = Timeouts.DEFAULT;
    var transactionApi =
        producer.seconds("transaction_api_timeout_seconds", standard.transactionApi(), MILLI);
    var message = producer.amount("message_timeout_ms", MILLI, standard.message(), 1);
    var timeouts =
        new Timeouts(
            consumer.amount("max_poll_interval_ms", MILLI, standard.maxPollInterval(), 1),
            consumer.amount("session_timeout_ms", MILLI, standard.session(), 1),
            producer.amount("transaction_timeout_ms", MILLI, standard.transaction(), 1),
            overrides.seconds(WorkerPod.TRANSACTION_API_TIMEOUT_SECONDS, transactionApi, MILLI),
            overrides.amount(WorkerPod.MESSAGE_TIMEOUT_MS, MILLI, message, 1),
            consumer.seconds("commit_retry_timeout_seconds", standard.commitRetry(), Duration.ZERO),
            pipeline.duration("shutdown", standard.shutdown()));
    TimeoutOrder.check(timeouts, producer);
    return timeouts;
  }

  private static Stage stage(Section stage, Section overrides) {
    var name = stage.requiredText("name");
    var inputs = stage.texts("inputs");
    if (!stage.has("inputs") || List.of().equals(stage.raw("inputs"))) {
      stage.problem("inputs", "needs at least one topic");
    }
    if (!stage.has("type")) {
      stage.problem("type", "is required");
    }
    var poison = stage.section("on_poison");
    return new Stage(
        name,
        type(stage, "type"),
        stage.text("topic_name", name),
        stage.requiredText("group"),
        inputs,
        stage.sections("outputs").stream()
            .map(output -> new Output(output.requiredText("topic"), type(output, "to")))
            .toList(),
        stage.text("class_name", null),
        stage.number("concurrency", 1L, 1, 1024).intValue(),
        new OnPoison(
            poison.number("max_attempts", 3L, 1, 1000).intValue(),
            poison.text("dead_letter_topic", null),
            choice(poison, "then", OnPoison.Then.class, OnPoison.Then.STOP)),
        config(stage.section("config").asMap(), overrides),
        stage.flag(STARTS_WARM, false));
  }

  /** Where several pods share a loopback address, each sidecar is told a port of its own. */
  private static Map<String, Object> config(Map<String, Object> config, Section overrides) {
    var port = overrides.number(WorkerPod.SIDECAR_PORT_VARIABLE, null, 1, 65_535);
    if (port == null || !(config.get(SIDECAR) instanceof Map<?, ?> given)) {
      return config;
    }
    var sidecar = new LinkedHashMap<String, Object>();
    given.forEach((key, value) -> sidecar.put(key.toString(), value));
    sidecar.put("port", port);
    var changed = new LinkedHashMap<>(config);
    changed.put(SIDECAR, sidecar);
    return changed;
  }

  private static StageType type(Section section, String key) {
    return section.converted(
        key,
        text ->
            StageType.ofId(text)
                .orElseThrow(
                    () ->
                        new IllegalArgumentException(
                            "must be one of " + StageType.ids() + ", was '" + text + "'")),
        StageType.CUSTOM);
  }

  private static Audit audit(Section audit) {
    return new Audit(audit.flag("record_ids", false), audit.text("topic", null));
  }

  private static BatchSettings batchSettings(Section batch) {
    var commit = batch.section("group_commit");
    var standard = GroupCommit.DEFAULT;
    return new BatchSettings(
        bounds(batch),
        batch.has("stages") ? boundsByKey(batch.section("stages")) : BatchSettings.DEFAULT_STAGES,
        boundsByKey(batch.section("topics")),
        new GroupCommit(
            commit.flag("enabled", standard.enabled()),
            commit
                .number("max_records", (long) standard.maxRecords(), 1, Integer.MAX_VALUE)
                .intValue(),
            commit.number("max_bytes", standard.maxBytes(), 1, Long.MAX_VALUE),
            commit.amount("max_delay_ms", MILLI, standard.maxDelay(), 0)));
  }

  private static Map<String, BatchBounds> boundsByKey(Section section) {
    var bounds = new LinkedHashMap<String, BatchBounds>();
    section.keys().forEach(key -> bounds.put(key, bounds(section.section(key))));
    return bounds;
  }

  private static BatchBounds bounds(Section section) {
    return new BatchBounds(
        integer(section.number("size", null, 1, Integer.MAX_VALUE)),
        section.amount("timeout_ms", MILLI, null, 0));
  }

  private static Map<String, Object> batch(BatchSettings batch) {
    var commit = batch.groupCommit();
    var map = bounds(batch.global());
    map.put("stages", boundsByKey(batch.stages()));
    map.put("topics", boundsByKey(batch.topics()));
    map.put(
        "group_commit",
        ordered(
            "enabled", commit.enabled(),
            "max_records", commit.maxRecords(),
            "max_bytes", commit.maxBytes(),
            "max_delay_ms", commit.maxDelay().toMillis()));
    return map;
  }

  private static Map<String, Object> boundsByKey(Map<String, BatchBounds> bounds) {
    var map = new TreeMap<String, Object>();
    bounds.forEach((key, value) -> map.put(key, bounds(value)));
    return map;
  }

  private static Map<String, Object> bounds(BatchBounds bounds) {
    return ordered(
        "size",
        bounds.size(),
        "timeout_ms",
        bounds.timeout() == null ? null : bounds.timeout().toMillis());
  }

  private static <E extends Enum<E>> E choice(
      Section section, String key, Class<E> type, E otherwise) {
    return section.converted(
        key,
        text -> {
          for (var constant : type.getEnumConstants()) {
            if (lower(constant).equals(text)) {
              return constant;
            }
          }
          var names = List.of(type.getEnumConstants()).stream().map(ConfigDocument::lower).toList();
          throw new IllegalArgumentException(
              "must be one of " + String.join(", ", names) + ", was '" + text + "'");
        },
        otherwise);
  }

  /** Whole seconds as a whole number; HAMSTRING's unit must not cost the milliseconds. */
  private static Number seconds(Duration duration) {
    return duration.toMillisPart() == 0
        ? (Number) duration.toSeconds()
        : BigDecimal.valueOf(duration.toMillis(), 3);
  }

  private static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private static Integer integer(Long number) {
    return number == null ? null : number.intValue();
  }

  private static Object sorted(Object value) {
    if (value instanceof Map<?, ?> map) {
      var sorted = new TreeMap<String, Object>();
      map.forEach((key, inner) -> sorted.put(String.valueOf(key), sorted(inner)));
      return sorted;
    }
    return value instanceof List<?> list
        ? list.stream().map(ConfigDocument::sorted).toList()
        : value;
  }

  /** A map with the given keys and values in order, without the nulls. */
  private static Map<String, Object> ordered(Object... keysAndValues) {
    var map = new LinkedHashMap<String, Object>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      if (keysAndValues[i + 1] != null) {
        map.put((String) keysAndValues[i], keysAndValues[i + 1]);
      }
    }
    return map;
  }
}
