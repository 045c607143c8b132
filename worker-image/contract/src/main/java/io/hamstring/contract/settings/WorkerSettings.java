package io.hamstring.contract.settings;

import io.hamstring.contract.StageType;
import io.hamstring.contract.batch.BatchBounds;
import io.hamstring.contract.batch.BatchResolution;
import io.hamstring.contract.batch.BatchSettings;
import io.hamstring.contract.batch.EffectiveBatch;
import io.hamstring.contract.batch.GroupCommit;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Everything a worker is told: what {@code config.yaml} and the environment variables say together.
 *
 * @param environmentBatch the batch bounds that environment variables give
 * @param monitoringRows whether it tells of its work in HAMSTRING's monitoring topics
 */
public record WorkerSettings(
    String namespace,
    String pipeline,
    Stage stage,
    Kafka kafka,
    Timeouts timeouts,
    BatchSettings batch,
    BatchBounds environmentBatch,
    Audit audit,
    boolean monitoringRows) {

  /** Settings of a worker that writes no monitoring rows. */
  public WorkerSettings(
      String namespace,
      String pipeline,
      Stage stage,
      Kafka kafka,
      Timeouts timeouts,
      BatchSettings batch,
      BatchBounds environmentBatch,
      Audit audit) {
    this(namespace, pipeline, stage, kafka, timeouts, batch, environmentBatch, audit, false);
  }

  /** The same, telling of its work or not. */
  public WorkerSettings withMonitoringRows(boolean rows) {
    return new WorkerSettings(
        namespace, pipeline, stage, kafka, timeouts, batch, environmentBatch, audit, rows);
  }

  /** The bounds of this worker's batches; {@code own} are the stage's own explicit ones. */
  public EffectiveBatch effectiveBatch(BatchBounds own) {
    return BatchResolution.resolve(
        batch, stage.name(), stage.type(), stage.inputs(), environmentBatch, own);
  }

  /**
   * How transactions are filled. {@code KAFKA_TRANSACTION_BATCH_SIZE} keeps the meaning it has in
   * HAMSTRING, one batch per transaction, so it turns group commit off.
   */
  public GroupCommit effectiveGroupCommit() {
    return environmentBatch.size() == null ? batch.groupCommit() : GroupCommit.OFF;
  }

  /** The same of a worker that waits to be told to join, or does not. */
  public WorkerSettings startingWarm(boolean warm) {
    return new WorkerSettings(
        namespace,
        pipeline,
        stage.startingWarm(warm),
        kafka,
        timeouts,
        batch,
        environmentBatch,
        audit,
        monitoringRows);
  }

  /**
   * The stage this worker works for.
   *
   * @param name its name in the pipeline
   * @param topicName its name inside topic names
   * @param group its consumer group
   * @param inputs topics it reads, at least one
   * @param outputs topics it writes, and who reads them
   * @param className the user's processor class, or null for the built-in of the type
   * @param concurrency batches worked on at a time, of different partitions, at least 1
   * @param config the type's own settings, as the user wrote them
   * @param startsWarm whether it joins its group only when it is told to, because the stage keeps
   *     standbys
   */
  public record Stage(
      String name,
      StageType type,
      String topicName,
      String group,
      List<String> inputs,
      List<Output> outputs,
      String className,
      int concurrency,
      OnPoison onPoison,
      Map<String, Object> config,
      boolean startsWarm) {

    public Stage {
      inputs = List.copyOf(inputs);
      outputs = List.copyOf(outputs);
      config = Map.copyOf(config);
    }

    /** A stage without standbys. */
    public Stage(
        String name,
        StageType type,
        String topicName,
        String group,
        List<String> inputs,
        List<Output> outputs,
        String className,
        int concurrency,
        OnPoison onPoison,
        Map<String, Object> config) {
      this(
          name,
          type,
          topicName,
          group,
          inputs,
          outputs,
          className,
          concurrency,
          onPoison,
          config,
          false);
    }

    Stage startingWarm(boolean warm) {
      return new Stage(
          name,
          type,
          topicName,
          group,
          inputs,
          outputs,
          className,
          concurrency,
          onPoison,
          config,
          warm);
    }

    /** Topics that stages of type {@code to} read. */
    public List<String> outputsTo(StageType to) {
      return outputs.stream().filter(output -> output.to() == to).map(Output::topic).toList();
    }
  }

  /**
   * A topic that a stage writes.
   *
   * @param to the type of the stage that reads it; CUSTOM for a reader outside the pipeline
   */
  public record Output(String topic, StageType to) {}

  /**
   * What becomes of a record that fails however often it is worked on.
   *
   * @param maxAttempts at least 1
   * @param deadLetterTopic where it goes, or null
   * @param then what happens when there is no dead-letter topic
   */
  public record OnPoison(int maxAttempts, String deadLetterTopic, Then then) {

    /** Three attempts, no dead-letter topic, stop. */
    public static final OnPoison DEFAULT = new OnPoison(3, null, Then.STOP);

    /** What happens to a poison record without a dead-letter topic. */
    public enum Then {
      /** Its partition is held and reported until a person decides. */
      STOP,
      /** It is skipped, counted and logged. */
      SKIP
    }
  }

  /**
   * How the cluster is reached.
   *
   * @param offsetReset where a group without committed offsets starts
   * @param security how clients and brokers prove who they are
   * @param consumerConfig further client settings
   * @param producerConfig further client settings
   */
  public record Kafka(
      String bootstrapServers,
      GroupProtocol groupProtocol,
      OffsetReset offsetReset,
      KafkaSecurity security,
      Map<String, String> consumerConfig,
      Map<String, String> producerConfig) {

    public Kafka {
      consumerConfig = Map.copyOf(consumerConfig);
      producerConfig = Map.copyOf(producerConfig);
    }

    /** A cluster that anyone may use in plain text. */
    public Kafka(
        String bootstrapServers,
        GroupProtocol groupProtocol,
        OffsetReset offsetReset,
        Map<String, String> consumerConfig,
        Map<String, String> producerConfig) {
      this(
          bootstrapServers,
          groupProtocol,
          offsetReset,
          KafkaSecurity.NONE,
          consumerConfig,
          producerConfig);
    }
  }

  /** The group protocol. */
  public enum GroupProtocol {
    /** KIP-848; brokers 4.0 and newer. */
    CONSUMER,
    /** The older one; brokers 3.9 and newer. */
    CLASSIC;

    /** The name Kafka gives it. */
    public String id() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** The protocol of that name. */
    public static Optional<GroupProtocol> ofId(String id) {
      return List.of(values()).stream().filter(protocol -> protocol.id().equals(id)).findFirst();
    }
  }

  /** Where a group without committed offsets starts. */
  public enum OffsetReset {
    EARLIEST,
    LATEST,
    /** Nowhere: the worker reports it and waits. */
    NONE
  }

  /**
   * Bounds on time.
   *
   * @param maxPollInterval a batch in work for longer is given up
   * @param session classic protocol only: silence after which the group gives a member up
   * @param transaction the broker aborts a transaction after this
   * @param transactionApi bound on each transactional call
   * @param message bound on the delivery of a record
   * @param commitRetry bound on retrying plain commits
   * @param shutdown bound on finishing work after SIGTERM
   */
  public record Timeouts(
      Duration maxPollInterval,
      Duration session,
      Duration transaction,
      Duration transactionApi,
      Duration message,
      Duration commitRetry,
      Duration shutdown) {

    /** The defaults of the API. */
    public static final Timeouts DEFAULT =
        new Timeouts(
            Duration.ofMinutes(5),
            Duration.ofSeconds(45),
            Duration.ofSeconds(30),
            Duration.ofSeconds(15),
            Duration.ofSeconds(20),
            Duration.ofSeconds(30),
            Duration.ofSeconds(30));
  }

  /**
   * Traces that make an audit of the whole pipeline possible; off by default.
   *
   * @param recordIds whether outputs carry the ids of their sources as a header
   * @param topic where ids of records without an output are written, or null
   */
  public record Audit(boolean recordIds, String topic) {

    /** No traces. */
    public static final Audit OFF = new Audit(false, null);
  }
}
