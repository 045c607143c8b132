package io.hamstring.worker.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.hamstring.broker.BrokerCertificates;
import io.hamstring.broker.BrokerOptions;
import io.hamstring.broker.BrokerProcess;
import io.hamstring.broker.BrokerSecurity;
import io.hamstring.broker.BrokerSecurity.Sasl;
import io.hamstring.contract.FailureKind;
import io.hamstring.contract.settings.KafkaSecurity;
import io.hamstring.contract.settings.KafkaSecurity.Login;
import io.hamstring.contract.settings.KafkaSecurity.Mechanism;
import io.hamstring.contract.settings.KafkaSecurity.Transport;
import io.hamstring.contract.settings.WorkerSettings;
import io.hamstring.contract.settings.WorkerSettings.GroupProtocol;
import io.hamstring.contract.settings.WorkerSettings.Kafka;
import io.hamstring.recovery.port.AssignmentListener;
import io.hamstring.recovery.port.FailedCall;
import io.hamstring.recovery.processing.Partition;
import io.hamstring.worker.TestSettings;
import io.hamstring.worker.boot.BootCount;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A worker's clients with real brokers that ask who they are, from files as a pod has them. */
class SecuredKafkaTest {

  private static final String TOPIC = "letters";

  @TempDir static Path shared;
  private static BrokerCertificates certificates;

  @TempDir Path folder;

  @BeforeAll
  static void makeCertificates() {
    certificates = BrokerCertificates.in(shared.resolve("certificates"));
  }

  @BeforeEach
  void trustTheAuthority() throws Exception {
    Files.copy(certificates.authority(), folder.resolve("trusted-0.crt"));
  }

  private static BrokerProcess broker(String name, BrokerSecurity security) throws Exception {
    var broker = BrokerProcess.start(BrokerOptions.forTests(shared.resolve(name)).with(security));
    try (var admin = Admin.create(Map.of("bootstrap.servers", broker.internalServers()))) {
      admin.createTopics(List.of(new NewTopic(TOPIC, 1, (short) 1))).all().get();
    }
    return broker;
  }

  private KafkaCluster cluster(BrokerProcess broker, KafkaSecurity security) throws Exception {
    var plain =
        TestSettings.reading(broker.bootstrapServers(), GroupProtocol.CONSUMER, TOPIC).settings();
    var kafka = plain.kafka();
    var settings =
        new WorkerSettings(
            plain.namespace(),
            plain.pipeline(),
            plain.stage(),
            new Kafka(
                kafka.bootstrapServers(),
                kafka.groupProtocol(),
                kafka.offsetReset(),
                security,
                Map.of(),
                Map.of()),
            plain.timeouts(),
            plain.batch(),
            plain.environmentBatch(),
            plain.audit());
    var boots = BootCount.raise(folder.resolve("state"), Instant.EPOCH);
    return new KafkaCluster(
        settings,
        TestSettings.incarnation("w-0").at(boots.boot()),
        boots,
        new SecretFiles(folder),
        new SimpleMeterRegistry(),
        next -> {});
  }

  private static final class Nobody implements AssignmentListener {

    @Override
    public void assigned(Set<Partition> added) {}

    @Override
    public void revoked(Set<Partition> taken) {}

    @Override
    public void lost(Set<Partition> gone) {}
  }

  /** Producer and admin client reach the broker. */
  private static void assertThatItIsLetIn(KafkaCluster cluster) {
    cluster.openOutput().close(Duration.ofSeconds(5));
    assertThat(cluster.hasTopic(TOPIC)).isTrue();
  }

  @ParameterizedTest
  @EnumSource(
      value = Sasl.class,
      names = {"PLAIN", "SCRAM_SHA_256", "SCRAM_SHA_512"})
  void aPasswordFromAFileLetsItInOverTls(Sasl sasl) throws Exception {
    var security =
        BrokerSecurity.NONE.with(sasl, Map.of("dns", "dns-secret")).withTls(certificates);
    try (var broker = broker(sasl.name(), security)) {
      Files.writeString(folder.resolve("password"), "dns-secret\n");

      var cluster =
          cluster(
              broker,
              new KafkaSecurity(
                  Transport.TLS,
                  List.of("trusted-0.crt"),
                  Login.password(Mechanism.valueOf(sasl.name()), "dns", "password")));

      assertThatItIsLetIn(cluster);
      cluster.openInput(new Nobody()).close(Duration.ofSeconds(5));
    }
  }

  @Test
  void aClientCertificateFromFilesLetsItIn() throws Exception {
    try (var broker = broker("mutual", BrokerSecurity.mutualTls(certificates))) {
      Files.copy(certificates.client("dns").certificate(), folder.resolve("client.crt"));
      Files.copy(certificates.client("dns").key(), folder.resolve("client.key"));

      assertThatItIsLetIn(
          cluster(
              broker,
              new KafkaSecurity(
                  Transport.TLS,
                  List.of("trusted-0.crt"),
                  Login.certificate("client.crt", "client.key"))));
    }
  }

  /**
   * The same object, so the same worker: Kubernetes replaces the file, the next client reads it.
   */
  @Test
  void aWrongPasswordIsNotAuthorizedUntilTheFileIsRight() throws Exception {
    try (var broker = broker("wrong", BrokerSecurity.scramSha512(Map.of("dns", "dns-secret")))) {
      var cluster =
          cluster(
              broker,
              new KafkaSecurity(
                  Transport.PLAINTEXT,
                  List.of(),
                  Login.password(Mechanism.SCRAM_SHA_512, "dns", "password")));

      var missing = catchThrowableOfType(FailedCall.class, cluster::openOutput);
      Files.writeString(folder.resolve("password"), "a-guess");
      var wrong = catchThrowableOfType(FailedCall.class, cluster::openOutput);
      Files.writeString(folder.resolve("password"), "dns-secret");

      assertThat(missing.kind()).isEqualTo(FailureKind.MISCONFIGURED);
      assertThat(missing.getMessage()).contains("password cannot be read", "kafka_security");
      assertThat(wrong.kind()).isEqualTo(FailureKind.NOT_AUTHORIZED);
      assertThat(wrong.getMessage()).doesNotContain("a-guess");
      assertThatItIsLetIn(cluster);
    }
  }

  @Test
  void aFileThatIsNoCertificateIsMisconfiguredAndNotShown() throws Exception {
    try (var broker = broker("nonsense", BrokerSecurity.tls(certificates))) {
      Files.writeString(folder.resolve("trusted-0.crt"), "c0ntent");

      var failed =
          catchThrowableOfType(
              FailedCall.class,
              cluster(
                      broker,
                      new KafkaSecurity(Transport.TLS, List.of("trusted-0.crt"), Login.NONE))
                  ::openOutput);

      assertThat(failed.kind()).isEqualTo(FailureKind.MISCONFIGURED);
      assertThat(failed.getMessage()).doesNotContain("c0ntent");
    }
  }
}
