package io.hamstring.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.hamstring.broker.BrokerCertificates;
import io.hamstring.broker.BrokerOptions;
import io.hamstring.broker.BrokerProcess;
import io.hamstring.broker.BrokerSecurity;
import io.hamstring.broker.BrokerSecurity.Sasl;
import io.hamstring.operator.HamstringOperator;
import io.hamstring.operator.symptom.Tempo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The operator's own client with real brokers that ask who it is. */
class SecuredKafkaTest {

  @TempDir static Path folder;

  private static BrokerCertificates certificates;
  private static MockApi api;
  private static HamstringOperator operator;

  private final String name = "p" + Long.toString(System.nanoTime(), 36);

  @BeforeAll
  static void start() {
    certificates = BrokerCertificates.in(folder.resolve("certificates"));
    api = new MockApi();
    // A refusal is believed after six seconds instead of a minute.
    operator = HamstringOperator.start(api.client, MockApi.settings().believing(new Tempo(10)));
  }

  @AfterAll
  static void stop() {
    operator.close();
    api.close();
  }

  private static void eventually(ThrowingRunnable assertion) {
    await().atMost(Duration.ofSeconds(60)).untilAsserted(assertion);
  }

  private BrokerProcess broker(BrokerSecurity security) {
    return BrokerProcess.start(BrokerOptions.forTests(folder.resolve(name)).with(security));
  }

  private void secret(String suffix, Map<String, String> data) {
    var object =
        new SecretBuilder()
            .withNewMetadata()
            .withName(name + suffix)
            .withNamespace(MockApi.NAMESPACE)
            .endMetadata()
            .withData(new HashMap<>())
            .build();
    data.forEach(
        (key, value) ->
            object
                .getData()
                .put(key, java.util.Base64.getEncoder().encodeToString(value.getBytes())));
    var there = api.client.resource(object).get();
    if (there != null) {
      api.client.resource(object).delete();
    }
    api.client.resource(object).create();
  }

  private void authority() throws IOException {
    secret("-ca", Map.of("ca.crt", Files.readString(certificates.authority())));
  }

  private void apply(BrokerProcess broker, String security) {
    api.apply(
        name,
        """
        kafka:
          bootstrapServers: '%s'
          topics: {partitions: 2, replicationFactor: 1}
        %s
        stages:
          - {name: alerter, type: alerter, inputs: {topics: [in-%s]}, replicas: 1}
        """
            .formatted(broker.bootstrapServers(), security.formatted(name).indent(2), name));
  }

  /** The operator's client proved who it is when the topic is there that it had to make. */
  private void awaitTopic(BrokerProcess broker) {
    try (var admin = Admin.create(Map.of("bootstrap.servers", broker.internalServers()))) {
      eventually(() -> assertThat(admin.listTopics().names().get()).contains("in-" + name));
    }
    eventually(() -> assertThat(api.condition(name, "NotAuthorized")).doesNotStartWith("True"));
  }

  @ParameterizedTest
  @EnumSource(
      value = Sasl.class,
      names = {"PLAIN", "SCRAM_SHA_256"})
  void itLogsInWithAPassword(Sasl sasl) {
    var security = BrokerSecurity.NONE.with(sasl, Map.of("dns", "dns-secret"));
    try (var broker = broker(security)) {
      secret("", Map.of("password", "dns-secret\n"));

      apply(
          broker,
          "authentication: {type: "
              + sasl.mechanism().toLowerCase(java.util.Locale.ROOT)
              + ", username: dns, passwordSecret: {secretName: %1$s, password: password}}");

      awaitTopic(broker);
    }
  }

  @Test
  void itShowsTheCertificateOfAKafkaUser() throws Exception {
    try (var broker = broker(BrokerSecurity.mutualTls(certificates))) {
      var client = certificates.client("dns");
      authority();
      secret(
          "",
          Map.of(
              "ca.crt", "the clients' authority",
              "user.crt", Files.readString(client.certificate()),
              "user.key", Files.readString(client.key()),
              "user.p12", "…",
              "user.password", "…"));

      apply(
          broker,
          """
          tls: {trustedCertificates: [{secretName: %1$s-ca, certificate: ca.crt}]}
          authentication:
            type: tls
            certificateAndKey: {secretName: %1$s, certificate: user.crt, key: user.key}""");

      awaitTopic(broker);
    }
  }

  @Test
  void aWrongPasswordIsAConditionAndACorrectedOneIsTakenUp() throws Exception {
    var security =
        BrokerSecurity.scramSha512(Map.of("dns", "dns-secret", "root", "root-secret"))
            .withTls(certificates);
    try (var broker = broker(security)) {
      authority();
      secret("", Map.of("password", "dns-secret"));
      secret("-admin", Map.of("password", "a-guess"));

      apply(
          broker,
          """
          tls: {trustedCertificates: [{secretName: %1$s-ca, certificate: ca.crt}]}
          authentication:
            {type: scram-sha-512, username: dns, passwordSecret: {secretName: %1$s, password: password}}
          admin:
            authentication:
              {type: scram-sha-512, username: root, passwordSecret: {secretName: %1$s-admin, password: password}}""");

      eventually(
          () -> assertThat(api.condition(name, "NotAuthorized")).isEqualTo("True OperatorRefused"));
      assertThat(api.full(name, "NotAuthorized").getMessage())
          .contains("Kafka refuses the operator", "uthentication failed")
          .doesNotContain("a-guess");
      var generation = api.deployment(name + "-alerter").getMetadata().getGeneration();

      secret("-admin", Map.of("password", "root-secret"));

      awaitTopic(broker);
      assertThat(api.deployment(name + "-alerter").getMetadata().getGeneration())
          .as("no worker sees the operator's password")
          .isEqualTo(generation);
    }
  }

  @Test
  void anAuthorityThatDidNotSignTheBrokersCertificateIsACondition() throws Exception {
    try (var broker = broker(BrokerSecurity.tls(certificates))) {
      secret(
          "-ca", Map.of("ca.crt", Files.readString(certificates.client("stranger").certificate())));

      apply(broker, "tls: {trustedCertificates: [{secretName: %1$s-ca, certificate: ca.crt}]}");

      eventually(
          () -> assertThat(api.condition(name, "NotAuthorized")).isEqualTo("True OperatorRefused"));
      authority();
      awaitTopic(broker);
    }
  }
}
