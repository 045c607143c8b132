package io.hamstring.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hamstring.broker.BrokerSecurity.Sasl;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BrokerSecurityTest {

  private static final Map<String, String> USERS =
      Map.of("alice", "alice-secret", "bob", "bobs_secret.1");

  @TempDir static Path folder;
  private static BrokerCertificates certificates;

  @BeforeAll
  static void makeCertificates() {
    certificates = BrokerCertificates.in(folder.resolve("certificates"));
  }

  @ParameterizedTest
  @EnumSource(
      value = Sasl.class,
      names = {"PLAIN", "SCRAM_SHA_512"})
  void aUserIsLetInWithItsPasswordOnly(Sasl sasl) throws Exception {
    var security = BrokerSecurity.NONE.with(sasl, USERS);
    try (var broker = start(sasl.name(), security)) {
      assertThat(nodes(broker, security.clientSettings("alice"))).isEqualTo(1);
      assertThat(nodes(broker, security.clientSettings("bob"))).isEqualTo(1);

      var stranger = BrokerSecurity.NONE.with(sasl, Map.of("alice", "a-guess"));
      assertThatThrownBy(() -> nodes(broker, stranger.clientSettings("alice")))
          .hasCauseInstanceOf(SaslAuthenticationException.class);
    }
  }

  @Test
  void aClientThatTrustsTheAuthorityReachesABrokerOverTls() throws Exception {
    var security = BrokerSecurity.scramSha512(USERS).withTls(certificates);
    try (var broker = start("tls", security)) {
      assertThat(security.protocol()).isEqualTo("SASL_SSL");
      assertThat(nodes(broker, security.clientSettings("alice"))).isEqualTo(1);

      var distrustful = new HashMap<>(security.clientSettings("alice"));
      distrustful.keySet().removeIf(name -> name.startsWith("ssl.truststore"));
      assertThatThrownBy(() -> nodes(broker, distrustful))
          .hasCauseInstanceOf(SslAuthenticationException.class);
    }
  }

  @Test
  void aClientIsTheUserOfItsCertificateAndMayDoWhatIsGranted() throws Exception {
    var security = BrokerSecurity.mutualTls(certificates).withAcls();
    try (var broker = start("mutual", security);
        var alice = admin(broker.bootstrapServers(), security.clientSettings("alice"));
        var stage = admin(broker.internalServers(), Map.of())) {
      stage.createTopics(List.of(new NewTopic("letters", 1, (short) 1))).all().get();
      assertThatThrownBy(() -> alice.describeTopics(Set.of("letters")).allTopicNames().get())
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(TopicAuthorizationException.class);

      stage.createAcls(List.of(mayDescribe("User:alice", "letters"))).all().get();

      assertThat(alice.describeTopics(Set.of("letters")).allTopicNames().get())
          .containsKey("letters");
      var nobody = new HashMap<>(security.clientSettings("alice"));
      nobody.keySet().removeIf(name -> name.startsWith("ssl.keystore"));
      assertThatThrownBy(() -> nodes(broker, nobody)).hasCauseInstanceOf(KafkaException.class);
    }
  }

  @Test
  void whoCannotBeToldApartCannotBeGrantedAnything() {
    assertThatThrownBy(() -> BrokerSecurity.tls(certificates).withAcls())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("add SASL or client certificates");
  }

  @Test
  void aPasswordThatKafkaWouldMisreadIsRefused() {
    assertThatThrownBy(() -> BrokerSecurity.scramSha512(Map.of("alice", "se=cret,1")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("user alice")
        .message()
        .doesNotContain("cret");
  }

  @Test
  void aUserThatTheBrokerDoesNotKnowIsNamed() {
    assertThatThrownBy(() -> BrokerSecurity.plain(USERS).clientSettings("mallory"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("mallory");
  }

  private static AclBinding mayDescribe(String principal, String topic) {
    return new AclBinding(
        new ResourcePattern(ResourceType.TOPIC, topic, PatternType.LITERAL),
        new AccessControlEntry(principal, "*", AclOperation.DESCRIBE, AclPermissionType.ALLOW));
  }

  private static BrokerProcess start(String name, BrokerSecurity security) {
    return BrokerProcess.start(BrokerOptions.forTests(folder.resolve(name)).with(security));
  }

  private static int nodes(BrokerProcess broker, Map<String, String> settings) throws Exception {
    try (var admin = admin(broker.bootstrapServers(), settings)) {
      return admin.describeCluster().nodes().get().size();
    }
  }

  private static Admin admin(String servers, Map<String, String> settings) {
    var all = new HashMap<String, Object>(settings);
    all.put("bootstrap.servers", servers);
    all.put("request.timeout.ms", 10_000);
    all.put("default.api.timeout.ms", 20_000);
    return Admin.create(all);
  }
}
