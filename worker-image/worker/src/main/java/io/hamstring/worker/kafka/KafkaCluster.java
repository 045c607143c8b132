package io.hamstring.worker.kafka;

import io.hamstring.contract.FailureKind;
import io.hamstring.contract.names.Incarnation;
import io.hamstring.contract.settings.WorkerSettings;
import io.hamstring.recovery.port.AssignmentListener;
import io.hamstring.recovery.port.Cluster;
import io.hamstring.recovery.port.FailedCall;
import io.hamstring.recovery.port.Input;
import io.hamstring.recovery.port.Output;
import io.hamstring.recovery.port.PreparedInput;
import io.hamstring.worker.boot.BootCount;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The Kafka cluster as a worker uses it, under the ids of its present incarnation. The input and
 * new ids are the loop thread's; the output may be opened by another while neither changes.
 */
public final class KafkaCluster implements Cluster {

  private static final Logger LOG = LoggerFactory.getLogger(KafkaCluster.class);

  private final WorkerSettings settings;
  private final BootCount boots;
  private final SecretFiles secrets;
  private final Consumer<Incarnation> renamed;
  private final ClientMetrics metrics;
  private volatile ClientSettings clients;

  /**
   * Connects to nothing yet.
   *
   * @param boots tells which earlier starts of this pod nobody has settled
   * @param secrets read anew for each client
   * @param registry where the clients' own metrics go while they live
   * @param renamed is told of another incarnation before anything is opened with its ids
   */
  public KafkaCluster(
      WorkerSettings settings,
      Incarnation incarnation,
      BootCount boots,
      SecretFiles secrets,
      MeterRegistry registry,
      Consumer<Incarnation> renamed) {
    this.settings = settings;
    this.boots = boots;
    this.secrets = secrets;
    this.renamed = renamed;
    this.clients = new ClientSettings(settings, incarnation, secrets);
    this.metrics = new ClientMetrics(registry);
  }

  /** One whose security names no files. */
  public KafkaCluster(
      WorkerSettings settings, Incarnation incarnation, BootCount boots, MeterRegistry registry) {
    this(settings, incarnation, boots, new SecretFiles(Path.of("")), registry, next -> {});
  }

  @Override
  public Input openInput(AssignmentListener listener) {
    var built = built();
    try {
      return built.join(listener);
    } catch (FailedCall failed) {
      built.close(Duration.ZERO);
      throw failed;
    }
  }

  @Override
  public PreparedInput prepareInput() {
    var built = built();
    try {
      built.rehearse(settings.timeouts().transactionApi());
      return built;
    } catch (FailedCall failed) {
      built.close(Duration.ZERO);
      throw failed;
    }
  }

  private KafkaPreparedInput built() {
    var topics = settings.stage().inputs();
    var ids = settle();
    var input = input();
    try {
      requireTopics(input);
      return new KafkaPreparedInput(input, topics, ids, () -> topicIds(topics));
    } catch (FailedCall failed) {
      input.close(Duration.ZERO);
      throw failed;
    }
  }

  @Override
  public Output openOutput() {
    KafkaProducer<byte[], byte[]> producer;
    try {
      producer = new KafkaProducer<>(clients.producer());
    } catch (RuntimeException failure) {
      throw grants().failed(KafkaCall.OPEN_OUTPUT, failure);
    }
    var output = new KafkaOutput(producer, grants(), metrics.of(producer));
    try {
      producer.initTransactions();
      return output;
    } catch (RuntimeException failure) {
      output.close(Duration.ZERO);
      throw grants().failed(KafkaCall.OPEN_OUTPUT, failure);
    }
  }

  @Override
  public Optional<Incarnation> takeNewIds() {
    try {
      boots.raiseInPlace();
    } catch (IOException failure) {
      // Without a note of it the pod's next start would take the same ids.
      LOG.warn("cannot count a start in place; the worker keeps its ids: {}", failure.toString());
      return Optional.empty();
    }
    var next = clients.incarnation().at(boots.boot());
    renamed.accept(next);
    clients = new ClientSettings(settings, next, secrets);
    return Optional.of(next);
  }

  @Override
  public boolean hasTopic(String topic) {
    return !topicIds(List.of(topic)).isEmpty();
  }

  private Map<String, String> topicIds(List<String> topics) {
    try (var settling = new Settling(clients.admin(), settings.timeouts().transactionApi())) {
      return settling.topics(topics, List.of()).ids();
    } catch (RuntimeException failure) {
      throw grants().failed(KafkaCall.OPEN_INPUT, failure);
    }
  }

  private KafkaInput input() {
    try {
      var consumer = new KafkaConsumer<byte[], byte[]>(clients.consumer());
      return new KafkaInput(consumer, grants(), metrics.of(consumer));
    } catch (RuntimeException failure) {
      throw grants().failed(KafkaCall.OPEN_INPUT, failure);
    }
  }

  /**
   * Without it, a restart under the consumer protocol waits out the dead incarnation's session (45
   * s), and whatever that one had open blocks its partitions until the transaction times out.
   *
   * @return the ids of the input topics, as far as they may be known
   */
  private Map<String, String> settle() {
    var incarnation = clients.incarnation();
    var dead = boots.unsettled().stream().map(incarnation::at).toList();
    var members = new ArrayList<>(dead);
    members.add(incarnation);
    try (var settling = new Settling(clients.admin(), settings.timeouts().transactionApi())) {
      settling.fence(dead);
      settling.remove(settings.stage().group(), members);
      boots.settled();
      var stage = settings.stage();
      var outputs = stage.outputs().stream().map(WorkerSettings.Output::topic).toList();
      var topics = settling.topics(stage.inputs(), outputs);
      requireWritable(topics);
      return topics.ids();
    } catch (RuntimeException failure) {
      throw grants().failed(KafkaCall.OPEN_INPUT, failure);
    }
  }

  /** Otherwise a worker joined, looked ready, and left with its first record, again and again. */
  private void requireWritable(Settling.Topics topics) {
    if (!topics.notWritable().isEmpty()) {
      throw grants().notWritable(topics.notWritable());
    }
  }

  private Grants grants() {
    return Grants.of(settings, clients.incarnation());
  }

  /** The client says nothing of a topic that is not there; it would wait for it in silence. */
  private void requireTopics(KafkaInput input) {
    var topics = settings.stage().inputs();
    List<String> missing = input.missing(topics, settings.timeouts().transactionApi());
    if (missing.size() == topics.size()) {
      throw new FailedCall(
          FailureKind.TOPIC_MISSING,
          "no input topic exists, or none may be seen: " + String.join(", ", missing),
          null);
    }
    if (!missing.isEmpty()) {
      LOG.warn("input topics that do not exist or may not be seen: {}", missing);
    }
  }
}
