package io.hamstring.contract.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.hamstring.contract.StageType;
import io.hamstring.contract.batch.BatchBounds;
import io.hamstring.contract.batch.BatchSettings;
import io.hamstring.contract.batch.GroupCommit;
import io.hamstring.contract.settings.WorkerSettings.Audit;
import io.hamstring.contract.settings.WorkerSettings.GroupProtocol;
import io.hamstring.contract.settings.WorkerSettings.OffsetReset;
import io.hamstring.contract.settings.WorkerSettings.OnPoison;
import io.hamstring.contract.settings.WorkerSettings.Output;
import io.hamstring.contract.settings.WorkerSettings.Timeouts;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigDocumentTest {

  private static final String STAGES = "environment.kafka_transaction_batch.stages";

  /** Settings that vary in every field, as a function of the seed that a failure names. */
  @Test
  void whatIsWrittenIsReadBack() {
    for (int seed = 0; seed < 500; seed++) {
      var settings = new AnySettings(seed).next();

      var document = ConfigDocument.of(settings);

      assertThat(ConfigDocument.parse(document, Map.of())).as("seed %s", seed).isEqualTo(settings);
      assertThat(ConfigDocument.parse(throughYaml(document), Map.of()))
          .as("seed %s through YAML", seed)
          .isEqualTo(settings);
    }
  }

  /** Maps that keep no order must not show in the text, or pods would roll for nothing. */
  @Test
  void whatUsersNameIsWrittenInTheOrderOfItsNames() {
    for (int seed = 0; seed < 500; seed++) {
      var document = ConfigDocument.of(new AnySettings(seed).next());

      for (var path :
          List.of(
              "environment.kafka_consumer.config",
              "environment.kafka_producer.config",
              "environment.kafka_transaction_batch.stages",
              "environment.kafka_transaction_batch.topics",
              "pipeline.stage.config")) {
        assertThat(List.<String>copyOf(mapAt(document, path).keySet()))
            .as("%s of seed %s", path, seed)
            .isSorted();
      }
    }
  }

  /** The smallest document there is: what it does not say has HAMSTRING's and our defaults. */
  @Test
  void whatIsNotSaidHasItsDefault() {
    var settings = ConfigDocument.parse(minimal(), Map.of());

    assertThat(settings.timeouts()).isEqualTo(Timeouts.DEFAULT);
    assertThat(settings.batch()).isEqualTo(BatchSettings.defaults());
    assertThat(settings.environmentBatch()).isEqualTo(BatchBounds.NONE);
    assertThat(settings.audit()).isEqualTo(Audit.OFF);
    assertThat(settings.kafka().groupProtocol()).isEqualTo(GroupProtocol.CONSUMER);
    assertThat(settings.kafka().offsetReset()).isEqualTo(OffsetReset.EARLIEST);
    assertThat(settings.stage().topicName()).isEqualTo("dga-detector");
    assertThat(settings.stage().onPoison()).isEqualTo(OnPoison.DEFAULT);
    assertThat(settings.stage().concurrency()).isEqualTo(1);
    assertThat(settings.effectiveBatch(BatchBounds.NONE).size()).isEqualTo(10);
    assertThat(settings.effectiveGroupCommit()).isEqualTo(GroupCommit.DEFAULT);
  }

  @Test
  void hamstringsExampleIsReadAsItStandsInItsDocumentation() {
    var document = minimal();
    put(document, "environment.kafka_transaction_batch.size", 50);
    put(document, "environment.kafka_transaction_batch.timeout_ms", 50);
    put(document, STAGES + ".detector.size", 10);
    put(document, STAGES + ".alerter.size", 25);
    var topics = new HashMap<String, Object>();
    topics.put("pipeline-inspector_to_detector-domainator", Map.of("size", 3, "timeout_ms", 25));
    put(document, "environment.kafka_transaction_batch.topics", topics);

    var effective = ConfigDocument.parse(document, Map.of()).effectiveBatch(BatchBounds.NONE);

    assertThat(effective.size()).isEqualTo(3);
    assertThat(effective.timeout()).isEqualTo(Duration.ofMillis(25));
  }

  @Test
  void stagesThatAreGivenTakeThePlaceOfTheSuppliedOnes() {
    var document = minimal();
    put(document, STAGES + ".alerter.size", 5);

    var batch = ConfigDocument.parse(document, Map.of()).batch();

    assertThat(batch.stages()).containsOnlyKeys("alerter");
  }

  @Test
  void theEnvironmentOverridesEachBatchBoundAlone() {
    var size = parse(Map.of("KAFKA_TRANSACTION_BATCH_SIZE", "200"));
    var timeout = parse(Map.of("KAFKA_TRANSACTION_BATCH_TIMEOUT_MS", " 7 "));

    assertThat(size.environmentBatch()).isEqualTo(new BatchBounds(200, null));
    assertThat(size.effectiveBatch(BatchBounds.NONE).size()).isEqualTo(200);
    assertThat(timeout.environmentBatch()).isEqualTo(new BatchBounds(null, Duration.ofMillis(7)));
    assertThat(timeout.effectiveBatch(BatchBounds.NONE).size()).isEqualTo(10);
  }

  @Test
  void aBatchSizeOfTheEnvironmentIsATransactionEach() {
    var size = parse(Map.of("KAFKA_TRANSACTION_BATCH_SIZE", "200"));
    var timeout = parse(Map.of("KAFKA_TRANSACTION_BATCH_TIMEOUT_MS", "7"));

    assertThat(size.effectiveGroupCommit()).isEqualTo(GroupCommit.OFF);
    assertThat(timeout.effectiveGroupCommit()).isEqualTo(GroupCommit.DEFAULT);
  }

  @Test
  void aStagesOwnBoundsStandAboveTheEnvironment() {
    var settings = parse(Map.of("KAFKA_TRANSACTION_BATCH_SIZE", "200"));

    var effective = settings.effectiveBatch(new BatchBounds(1_000, Duration.ofSeconds(30)));

    assertThat(effective.size()).isEqualTo(1_000);
    assertThat(effective.sizeFrom()).isEqualTo("config");
  }

  @Test
  void theEnvironmentOverridesBothTimeouts() {
    var document = minimal();
    put(document, "environment.kafka_producer.transaction_api_timeout_seconds", 60);
    put(document, "environment.kafka_producer.message_timeout_ms", 25_000);
    var variables =
        Map.of(
            "KAFKA_TRANSACTION_API_TIMEOUT_SECONDS", "9",
            "KAFKA_PRODUCER_MESSAGE_TIMEOUT_MS", "8000");

    var written = ConfigDocument.parse(document, Map.of()).timeouts();
    var overridden = ConfigDocument.parse(document, variables).timeouts();

    assertThat(written.transactionApi()).isEqualTo(Duration.ofSeconds(60));
    assertThat(written.message()).isEqualTo(Duration.ofSeconds(25));
    assertThat(overridden.transactionApi()).isEqualTo(Duration.ofSeconds(9));
    assertThat(overridden.message()).isEqualTo(Duration.ofSeconds(8));
  }

  @Test
  void boundsThatCannotHoldTogetherAreRefusedWhereverTheyComeFrom() {
    var document = minimal();
    put(document, "environment.kafka_producer.transaction_timeout_ms", 20_000);
    put(document, "environment.kafka_consumer.max_poll_interval_ms", 9_000);

    assertThat(problemsOf(document, Map.of("KAFKA_TRANSACTION_API_TIMEOUT_SECONDS", "9")))
        .containsExactly(
            "environment.kafka_producer.message_timeout_ms: must be shorter than"
                + " transaction_timeout_ms, which is 20s, or a transaction is over before its records"
                + " are known to be lost; was 20s",
            "environment.kafka_producer.transaction_api_timeout_seconds: must be shorter than"
                + " max_poll_interval_ms, which is 9s, or waiting for a commit costs the membership;"
                + " was 9s");
  }

  @Test
  void aTimeoutInSecondsKeepsItsMilliseconds() {
    var document = minimal();
    put(document, "environment.kafka_consumer.commit_retry_timeout_seconds", 0.25);

    var timeouts =
        ConfigDocument.parse(document, Map.of("KAFKA_TRANSACTION_API_TIMEOUT_SECONDS", "1.5"))
            .timeouts();

    assertThat(timeouts.transactionApi()).isEqualTo(Duration.ofMillis(1500));
    assertThat(timeouts.commitRetry()).isEqualTo(Duration.ofMillis(250));
  }

  /** The client refuses all three only when it is built; blanks around a number it takes. */
  @ParameterizedTest(name = "''{0}''")
  @ValueSource(strings = {"1.8e+06", "5m", "3000000000"})
  void aPollIntervalThatIsNoNumberOfMillisecondsIsRefusedByName(String text) {
    var document = minimal();
    put(document, "environment.kafka_consumer.max_poll_interval_ms", text);

    assertThat(problemsOf(document, Map.of()))
        .containsExactly(
            "environment.kafka_consumer.max_poll_interval_ms: must be a whole number from 1 to"
                + " 2147483647, was '"
                + text
                + "'");
  }

  @ParameterizedTest(name = "''{0}''")
  @ValueSource(strings = {" 300000 ", "300000"})
  void blanksAroundThePollIntervalDoNotMatter(String text) {
    var document = minimal();
    put(document, "environment.kafka_consumer.max_poll_interval_ms", text);

    assertThat(ConfigDocument.parse(document, Map.of()).timeouts().maxPollInterval())
        .isEqualTo(Duration.ofMinutes(5));
  }

  /** One wrong value each: field and remedy. */
  @ParameterizedTest(name = "{0} = {1}")
  @CsvSource(
      textBlock =
          """
          environment.kafka_bootstrap_servers, '', is required
          environment.kafka_consumer, text, must be a mapping
          environment.kafka_consumer.group_protocol, static, 'must be consumer or classic, was ''static'''
          environment.kafka_consumer.auto_offset_reset, never, 'must be one of earliest, latest, none, was ''never'''
          environment.kafka_consumer.session_timeout_ms, 45s, 'must be a whole number from 1 to 2147483647, was ''45s'''
          environment.kafka_consumer.commit_retry_timeout_seconds, -1, 'must be seconds from 0.0 to 2147483.647, with at most three decimals, was ''-1'''
          environment.kafka_producer.transaction_timeout_ms, 0, 'must be a whole number from 1 to 2147483647, was ''0'''
          environment.kafka_producer.transaction_api_timeout_seconds, 15s, 'must be seconds from 0.001 to 2147483.647, with at most three decimals, was ''15s'''
          environment.kafka_producer.message_timeout_ms, 0, 'must be a whole number from 1 to 2147483647, was ''0'''
          environment.kafka_transaction_batch.size, 0, 'must be a whole number from 1 to 2147483647, was ''0'''
          environment.kafka_transaction_batch.timeout_ms, -1, 'must be a whole number from 0 to 2147483647, was ''-1'''
          environment.kafka_transaction_batch.stages.detector.size, ten, 'must be a whole number from 1 to 2147483647, was ''ten'''
          environment.kafka_transaction_batch.topics.t.timeout_ms, 1.5, 'must be a whole number from 0 to 2147483647, was ''1.5'''
          environment.kafka_transaction_batch.group_commit.enabled, on, 'must be true or false, was ''on'''
          environment.kafka_transaction_batch.group_commit.max_records, 0, 'must be a whole number from 1 to 2147483647, was ''0'''
          environment.kafka_transaction_batch.group_commit.max_bytes, 16Mi, 'must be a whole number from 1 to 9223372036854775807, was ''16Mi'''
          environment.kafka_transaction_batch.group_commit.max_delay_ms, -1, 'must be a whole number from 0 to 2147483647, was ''-1'''
          pipeline.namespace, '', is required
          pipeline.name, ' ', is required
          pipeline.shutdown, 30, 'is no duration; write a number with a unit, such as 50ms, 30s, 5m or 1h30m'
          pipeline.audit.record_ids, yes, 'must be true or false, was ''yes'''
          pipeline.stage.name, '', is required
          pipeline.stage.type, '', 'must be one of logserver, collector, prefilter, inspector, detector, alerter, monitoring, custom, was '''''
          pipeline.stage.type, sink, 'must be one of logserver, collector, prefilter, inspector, detector, alerter, monitoring, custom, was ''sink'''
          pipeline.stage.group, '', is required
          pipeline.stage.inputs, t, must be a list
          pipeline.stage.concurrency, 0, 'must be a whole number from 1 to 1024, was ''0'''
          pipeline.stage.on_poison.max_attempts, 0, 'must be a whole number from 1 to 1000, was ''0'''
          pipeline.stage.on_poison.then, ignore, 'must be one of stop, skip, was ''ignore'''
          """)
  void everyProblemNamesFieldAndRemedy(String field, String value, String remedy) {
    var document = minimal();
    put(document, field, value);

    assertThat(problemsOf(document, Map.of()))
        .singleElement()
        .asString()
        .startsWith(field + ": ")
        .endsWith(remedy);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "KAFKA_TRANSACTION_BATCH_SIZE, 0, must be a whole number from 1 to 2147483647",
    "KAFKA_TRANSACTION_BATCH_SIZE, fifty, must be a whole number from 1 to 2147483647",
    "KAFKA_TRANSACTION_BATCH_TIMEOUT_MS, -1, must be a whole number from 0 to 2147483647",
    "KAFKA_TRANSACTION_API_TIMEOUT_SECONDS, 15s, must be seconds from 0.001 to 2147483.647",
    "KAFKA_PRODUCER_MESSAGE_TIMEOUT_MS, 1e3, must be a whole number from 1 to 2147483647"
  })
  void aVariableThatCannotBeReadIsNamed(String variable, String value, String remedy) {
    assertThat(problemsOf(minimal(), Map.of(variable, value)))
        .singleElement()
        .asString()
        .startsWith(variable + ": " + remedy)
        .endsWith("was '" + value + "'");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "environment.kafka_bootstrap_servers",
        "pipeline.namespace",
        "pipeline.name",
        "pipeline.stage.name",
        "pipeline.stage.type",
        "pipeline.stage.group"
      })
  void aFieldThatMustBeThereIsNamedWhenItIsNot(String field) {
    var document = minimal();
    put(document, field, null);

    assertThat(problemsOf(document, Map.of())).containsExactly(field + ": is required");
  }

  @Test
  void aStageReadsSomething() {
    var document = minimal();
    put(document, "pipeline.stage.inputs", List.of());

    assertThat(problemsOf(document, Map.of()))
        .containsExactly("pipeline.stage.inputs: needs at least one topic");
  }

  @Test
  void anOutputIsNamedByItsPlace() {
    var document = minimal();
    put(document, "pipeline.stage.outputs", List.of(Map.of("topic", "a"), Map.of("to", "sink")));

    assertThat(problemsOf(document, Map.of()))
        .containsExactly(
            "pipeline.stage.outputs[1].topic: is required",
            "pipeline.stage.outputs[1].to: must be one of logserver, collector, prefilter,"
                + " inspector, detector, alerter, monitoring, custom, was 'sink'");
  }

  @Test
  void anOutputWithoutAReaderIsForSomebodyOutside() {
    var document = minimal();
    put(document, "pipeline.stage.outputs", List.of(Map.of("topic", "a")));

    assertThat(ConfigDocument.parse(document, Map.of()).stage().outputs())
        .containsExactly(new Output("a", StageType.CUSTOM));
  }

  @Test
  void allProblemsAreSaidAtOnce() {
    var problems = problemsOf(Map.of(), Map.of("KAFKA_TRANSACTION_BATCH_SIZE", "x"));

    assertThat(problems)
        .extracting(problem -> problem.substring(0, problem.indexOf(':')))
        .containsExactlyInAnyOrder(
            "environment.kafka_bootstrap_servers",
            "pipeline.namespace",
            "pipeline.name",
            "pipeline.stage.name",
            "pipeline.stage.type",
            "pipeline.stage.group",
            "pipeline.stage.inputs",
            "KAFKA_TRANSACTION_BATCH_SIZE");
  }

  @Test
  void hamstringsOtherKeysAreLeftAlone() {
    var document = minimal();
    put(document, "environment.kafka_topics.partitions", 12);
    put(document, "logging.base.debug", false);

    assertThat(ConfigDocument.parse(document, Map.of()))
        .isEqualTo(ConfigDocument.parse(minimal(), Map.of()));
  }

  @Test
  void aWorkerThatIsToldItsSidecarsPortAsksThere() {
    var document = minimal();
    put(document, "pipeline.stage.config.sidecar.timeout", "5s");
    put(document, "pipeline.stage.config.sidecar.port", 8090);
    var variables = Map.of("HAMSTRING_SIDECAR_PORT", "41234");

    assertThat(ConfigDocument.parse(document, variables).stage().config().get("sidecar"))
        .isEqualTo(Map.of("timeout", "5s", "port", 41_234L));
    assertThat(ConfigDocument.parse(minimal(), variables).stage().config()).isEmpty();
  }

  private static WorkerSettings parse(Map<String, String> variables) {
    return ConfigDocument.parse(minimal(), variables);
  }

  private static List<String> problemsOf(Map<?, ?> document, Map<String, String> variables) {
    var refusal =
        catchThrowableOfType(
            InvalidSettings.class, () -> ConfigDocument.parse(document, variables));
    assertThat(refusal).as("the document is refused").isNotNull();
    assertThat(refusal).hasMessage(String.join("; ", refusal.problems()));
    return refusal.problems();
  }

  private static Map<String, Object> minimal() {
    var document = new LinkedHashMap<String, Object>();
    put(document, "environment.kafka_bootstrap_servers", "kafka:9092");
    put(document, "pipeline.namespace", "security");
    put(document, "pipeline.name", "dns");
    put(document, "pipeline.stage.name", "dga-detector");
    put(document, "pipeline.stage.type", "detector");
    put(document, "pipeline.stage.group", "hamstring_security_dns_dga-detector");
    put(document, "pipeline.stage.inputs", List.of("pipeline-inspector_to_detector-domainator"));
    return document;
  }

  /** Sets a value by its path, making the mappings on the way; null takes it away. */
  private static void put(Map<String, Object> document, String path, Object value) {
    int dot = path.lastIndexOf('.');
    var map = mapAt(document, path.substring(0, dot));
    var key = path.substring(dot + 1);
    if (value == null) {
      map.remove(key);
    } else {
      map.put(key, value);
    }
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> mapAt(Map<String, Object> document, String path) {
    var map = document;
    for (var key : path.split("\\.")) {
      map =
          (Map<String, Object>) map.computeIfAbsent(key, k -> new LinkedHashMap<String, Object>());
    }
    return map;
  }

  /** Values as a YAML parser gives them back: small numbers as int, fractions as double. */
  private static Map<String, Object> throughYaml(Map<?, ?> document) {
    var read = new LinkedHashMap<String, Object>();
    document.forEach((key, value) -> read.put(String.valueOf(key), readBack(value)));
    return read;
  }

  private static Object readBack(Object value) {
    if (value instanceof Map<?, ?> map) {
      return throughYaml(map);
    }
    if (value instanceof List<?> list) {
      return list.stream().map(ConfigDocumentTest::readBack).toList();
    }
    if (value instanceof Number number) {
      var text = number.toString();
      return text.contains(".")
          ? (Object) Double.valueOf(text)
          : number.longValue() == number.intValue() ? (Object) number.intValue() : number;
    }
    return value;
  }
}
