package io.hamstring.worker.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.hamstring.contract.FailureKind;
import io.hamstring.contract.report.WorkerReport;
import io.hamstring.contract.settings.KafkaSecurity;
import io.hamstring.contract.settings.KafkaSecurity.Login;
import io.hamstring.contract.settings.KafkaSecurity.Mechanism;
import io.hamstring.contract.settings.KafkaSecurity.Transport;
import io.hamstring.contract.settings.WorkerSettings;
import io.hamstring.contract.settings.WorkerSettings.GroupProtocol;
import io.hamstring.contract.settings.WorkerSettings.Kafka;
import io.hamstring.recovery.loop.Worker;
import io.hamstring.recovery.plan.BackOffPolicy;
import io.hamstring.recovery.processing.Batch;
import io.hamstring.recovery.processing.Result;
import io.hamstring.recovery.processing.StageProcessor;
import io.hamstring.recovery.runtime.Threads;
import io.hamstring.worker.TestKafka;
import io.hamstring.worker.TestSettings;
import io.hamstring.worker.boot.BootCount;
import io.hamstring.worker.kafka.KafkaCluster;
import io.hamstring.worker.kafka.SecretFiles;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/**
 * A worker inside this process that is a user of its own, with topics and a group of its own. It
 * asks again soon after a refusal.
 */
final class Tenant implements AutoCloseable {

  /** What a worker needs of Kafka, and all that it needs. */
  enum Right {
    READ_GROUP,
    READ_INPUT,
    WRITE_OUTPUT,
    WRITE_TRANSACTIONAL_ID,
    CREDENTIALS
  }

  private static final String PASSWORD = "secret";
  private static final BackOffPolicy SOON =
      new BackOffPolicy(
          Duration.ofMillis(100),
          Duration.ofMillis(500),
          Duration.ofMillis(300),
          Duration.ofMillis(600));

  final String pod;
  private final Right right;
  private final TestKafka kafka;
  private final String in;
  private final String out;
  private final WorkerSettings settings;
  private final Threads threads = new Threads(1);
  private final Worker worker;
  private CompletableFuture<Void> run = CompletableFuture.completedFuture(null);

  /**
   * One that is not started, and may do nothing.
   *
   * @param right what it lacks when it lacks something
   */
  Tenant(Right right, GroupProtocol protocol, TestKafka kafka, Path folder) throws IOException {
    this.right = right;
    this.kafka = kafka;
    pod = right.name().toLowerCase(Locale.ROOT).replace('_', '-') + "-" + protocol.id();
    in = kafka.topic(1);
    out = kafka.topic(1);
    settings = settings(protocol);
    Files.writeString(folder.resolve("password"), PASSWORD);
    var boots = BootCount.raise(folder, Instant.EPOCH);
    var incarnation = TestSettings.incarnation(pod).at(boots.boot());
    worker =
        new Worker(
            settings,
            incarnation,
            new KafkaCluster(
                settings,
                incarnation,
                boots,
                new SecretFiles(folder),
                new SimpleMeterRegistry(),
                next -> {}),
            new Copy(),
            threads.surroundings().with(SOON),
            event -> {});
  }

  private WorkerSettings settings(GroupProtocol protocol) {
    var plain =
        TestSettings.reading(kafka.broker().bootstrapServers(), protocol, in)
            .writing(out)
            .settings();
    var its = plain.kafka();
    return new WorkerSettings(
        plain.namespace(),
        plain.pipeline(),
        plain.stage(),
        new Kafka(
            its.bootstrapServers(),
            its.groupProtocol(),
            its.offsetReset(),
            new KafkaSecurity(
                Transport.PLAINTEXT,
                List.of(),
                Login.password(Mechanism.SCRAM_SHA_512, pod, "password")),
            Map.of(),
            Map.of()),
        plain.timeouts(),
        plain.batch(),
        plain.environmentBatch(),
        plain.audit());
  }

  void start() {
    run = CompletableFuture.runAsync(worker);
  }

  WorkerReport report() {
    return worker.report();
  }

  boolean isRunning() {
    return !run.isDone();
  }

  /** Lets it do all that a worker needs but what it lacks. */
  void grantTheRest() {
    for (var each : Right.values()) {
      if (each != right) {
        grant(each);
      }
    }
  }

  /** Gives it what it lacked. */
  void grant() {
    grant(right);
  }

  private void grant(Right its) {
    if (its == Right.CREDENTIALS) {
      kafka.setPassword(pod, PASSWORD);
    } else {
      kafka.grant(List.of(binding(its)));
    }
  }

  /** Takes it away again. */
  void revoke() {
    kafka.revoke(List.of(binding(right)));
  }

  void write(int count) {
    kafka.write(in, 0, IntStream.range(0, count).mapToObj(String::valueOf).toArray(String[]::new));
  }

  /** The ids of the records that its outputs come from. */
  List<String> sources() {
    return kafka.values(out);
  }

  /** It is live, not ready, and says what it must be granted. */
  void assertSaysWhatItLacks() {
    var report = worker.report();
    assertThat(report.live()).as(pod).isTrue();
    assertThat(report.ready()).as(pod).isFalse();
    assertThat(report.recovery()).as(pod).isNotNull();
    assertThat(report.recovery().cause()).as(pod).isEqualTo(FailureKind.NOT_AUTHORIZED);
    assertThat(report.recovery().detail()).contains(remedy()).contains("User:" + pod);
  }

  @Override
  public void close() {
    worker.stop();
    run.orTimeout(60, TimeUnit.SECONDS).join();
    threads.close();
  }

  private String resource(Right lacking) {
    return switch (lacking) {
      case READ_GROUP -> settings.stage().group();
      case READ_INPUT -> in;
      case WRITE_OUTPUT -> out;
      case WRITE_TRANSACTIONAL_ID -> "hamstring_ns_dns_copy_";
      case CREDENTIALS -> throw new IllegalArgumentException("credentials are no resource");
    };
  }

  private String remedy() {
    return switch (right) {
      case READ_GROUP -> "grant Read on group " + resource(right);
      case READ_INPUT -> "grant Read and Describe on topic " + in;
      case WRITE_OUTPUT -> "grant Write and Describe on topic " + out;
      case WRITE_TRANSACTIONAL_ID ->
          "grant Write and Describe on the transactional ids that begin with " + resource(right);
      case CREDENTIALS -> "check the credentials";
    };
  }

  private AclBinding binding(Right its) {
    return switch (its) {
      case READ_GROUP -> allow(ResourceType.GROUP, PatternType.LITERAL, its, AclOperation.READ);
      case READ_INPUT -> allow(ResourceType.TOPIC, PatternType.LITERAL, its, AclOperation.READ);
      case WRITE_OUTPUT -> allow(ResourceType.TOPIC, PatternType.LITERAL, its, AclOperation.WRITE);
      case WRITE_TRANSACTIONAL_ID ->
          allow(ResourceType.TRANSACTIONAL_ID, PatternType.PREFIXED, its, AclOperation.WRITE);
      case CREDENTIALS -> throw new IllegalArgumentException("no ACL gives credentials");
    };
  }

  private AclBinding allow(
      ResourceType type, PatternType pattern, Right its, AclOperation operation) {
    return new AclBinding(
        new ResourcePattern(type, resource(its), pattern),
        new AccessControlEntry("User:" + pod, "*", operation, AclPermissionType.ALLOW));
  }

  /** Answers each record with its id. */
  private final class Copy implements StageProcessor<Void> {

    @Override
    public Result<Void> process(Batch batch, Void state) {
      var result = new Result.Builder();
      for (var record : batch.records()) {
        result.output(out, null, TestKafka.bytes(record.id()), record);
      }
      return result.build();
    }
  }
}
