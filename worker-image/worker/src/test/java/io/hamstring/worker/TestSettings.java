package io.hamstring.worker;

import io.hamstring.contract.StageType;
import io.hamstring.contract.batch.BatchBounds;
import io.hamstring.contract.batch.BatchSettings;
import io.hamstring.contract.names.Incarnation;
import io.hamstring.contract.settings.WorkerSettings;
import io.hamstring.contract.settings.WorkerSettings.Audit;
import io.hamstring.contract.settings.WorkerSettings.GroupProtocol;
import io.hamstring.contract.settings.WorkerSettings.Kafka;
import io.hamstring.contract.settings.WorkerSettings.OffsetReset;
import io.hamstring.contract.settings.WorkerSettings.OnPoison;
import io.hamstring.contract.settings.WorkerSettings.Output;
import io.hamstring.contract.settings.WorkerSettings.Stage;
import io.hamstring.contract.settings.WorkerSettings.Timeouts;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Settings of a worker of a stage {@code copy}, with what a test wants otherwise. */
public record TestSettings(
    String bootstrapServers,
    GroupProtocol protocol,
    String group,
    List<String> inputs,
    List<String> outputs,
    Timeouts timeouts,
    String className,
    Map<String, String> consumerConfig,
    Map<String, String> producerConfig,
    Map<String, Object> config) {

  /**
   * Generous towards a slow machine, so that only what a test provokes happens: nothing that a test
   * waits for can come from the end of a session or a transaction.
   */
  public static final Timeouts PATIENT =
      new Timeouts(
          Duration.ofMinutes(5),
          Duration.ofMinutes(10),
          Duration.ofMinutes(10),
          Duration.ofSeconds(20),
          Duration.ofSeconds(30),
          Duration.ofSeconds(30),
          Duration.ofSeconds(20));

  public static TestSettings reading(
      String bootstrapServers, GroupProtocol protocol, String... inputs) {
    return new TestSettings(
        bootstrapServers,
        protocol,
        "group-of-" + inputs[0] + "-" + protocol.id(),
        List.of(inputs),
        List.of(),
        PATIENT,
        null,
        Map.of(),
        Map.of(),
        Map.of());
  }

  public TestSettings in(String otherGroup) {
    return new TestSettings(
        bootstrapServers,
        protocol,
        otherGroup,
        inputs,
        outputs,
        timeouts,
        className,
        consumerConfig,
        producerConfig,
        config);
  }

  /** The same with brokers elsewhere. */
  public TestSettings at(String servers) {
    return new TestSettings(
        servers,
        protocol,
        group,
        inputs,
        outputs,
        timeouts,
        className,
        consumerConfig,
        producerConfig,
        config);
  }

  public TestSettings writing(String... topics) {
    return copy(List.of(topics), timeouts, className, consumerConfig, producerConfig, config);
  }

  public TestSettings with(Timeouts others) {
    return copy(outputs, others, className, consumerConfig, producerConfig, config);
  }

  public TestSettings processedBy(Class<?> processor) {
    return copy(outputs, timeouts, processor.getName(), consumerConfig, producerConfig, config);
  }

  public TestSettings withConsumer(Map<String, String> settings) {
    return copy(outputs, timeouts, className, settings, producerConfig, config);
  }

  public TestSettings withProducer(Map<String, String> settings) {
    return copy(outputs, timeouts, className, consumerConfig, settings, config);
  }

  public TestSettings withConfig(String key, String value) {
    return copy(outputs, timeouts, className, consumerConfig, producerConfig, Map.of(key, value));
  }

  private TestSettings copy(
      List<String> newOutputs,
      Timeouts newTimeouts,
      String newClassName,
      Map<String, String> newConsumerConfig,
      Map<String, String> newProducerConfig,
      Map<String, Object> newConfig) {
    return new TestSettings(
        bootstrapServers,
        protocol,
        group,
        inputs,
        newOutputs,
        newTimeouts,
        newClassName,
        newConsumerConfig,
        newProducerConfig,
        newConfig);
  }

  public WorkerSettings settings() {
    return new WorkerSettings(
        "ns",
        "dns",
        new Stage(
            "copy",
            StageType.CUSTOM,
            "copy",
            group,
            inputs,
            outputs.stream().map(topic -> new Output(topic, StageType.CUSTOM)).toList(),
            className,
            1,
            OnPoison.DEFAULT,
            config),
        new Kafka(bootstrapServers, protocol, OffsetReset.EARLIEST, consumerConfig, producerConfig),
        timeouts,
        BatchSettings.defaults(),
        BatchBounds.NONE,
        new Audit(true, null));
  }

  /** The first start of a pod. */
  public static Incarnation incarnation(String pod) {
    return new Incarnation("ns", "dns", "copy", pod, 1);
  }
}
