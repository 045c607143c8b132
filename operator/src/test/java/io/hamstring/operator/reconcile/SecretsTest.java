package io.hamstring.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.hamstring.operator.HamstringOperator;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Secrets that come, change and go, with a Kubernetes API in this JVM. */
class SecretsTest {

  private static final String HASH = "hamstring.io/secrets-hash";

  private static MockApi api;
  private static HamstringOperator operator;

  private String name;
  private String secret;

  @BeforeAll
  static void start() {
    api = new MockApi();
    operator = HamstringOperator.start(api.client, MockApi.settings());
  }

  @AfterAll
  static void stop() {
    operator.close();
    api.close();
  }

  @BeforeEach
  void namesOfThisTest() {
    name = "p" + Long.toString(System.nanoTime(), 36);
    secret = name + "-user";
  }

  @AfterEach
  void delete() {
    api.client
        .resources(io.hamstring.api.v1alpha1.HamstringPipeline.class)
        .inNamespace(MockApi.NAMESPACE)
        .delete();
  }

  private static void eventually(ThrowingRunnable assertion) {
    await().atMost(Duration.ofSeconds(30)).untilAsserted(assertion);
  }

  private String spec(String group) {
    return """
    kafka:
      bootstrapServers: '127.0.0.1:1'
      authentication:
        type: scram-sha-512
        username: dns
        passwordSecret: {secretName: %s, password: password}
    stages:
      - {name: alerter, type: alerter, group: %s, inputs: {topics: [in]}, replicas: 1}
    """
        .formatted(secret, group);
  }

  private void store(Map<String, String> data) {
    var object =
        new SecretBuilder()
            .withNewMetadata()
            .withName(secret)
            .withNamespace(MockApi.NAMESPACE)
            .endMetadata()
            .withData(data)
            .build();
    var there = api.client.resource(object).get();
    if (there == null) {
      api.client.resource(object).create();
    } else {
      api.client.resource(new SecretBuilder(there).withData(data).build()).update();
    }
  }

  private Secret stored() {
    return api.client.secrets().inNamespace(MockApi.NAMESPACE).withName(secret).get();
  }

  private String hash(String pipeline) {
    var deployment = api.deployment(pipeline + "-alerter");
    return deployment == null
        ? ""
        : deployment.getSpec().getTemplate().getMetadata().getAnnotations().get(HASH);
  }

  private String specValid() {
    return api.condition(name, "SpecValid");
  }

  @Test
  void aSecretThatComesLaterStartsThePipeline() {
    api.apply(name, spec(name));
    eventually(() -> assertThat(specValid()).isEqualTo("False SpecInvalid"));
    assertThat(api.full(name, "SpecValid").getMessage())
        .contains("Secret '" + secret + "'", "key 'password'", "does not exist");
    assertThat(api.deployment(name + "-alerter")).isNull();

    store(Map.of("passwort", "czNjcmV0"));
    eventually(
        () ->
            assertThat(api.full(name, "SpecValid").getMessage())
                .contains("does not have (it has passwort)"));
    store(Map.of("password", "czNjcmV0"));

    eventually(() -> assertThat(hash(name)).matches("[0-9a-f]{16}"));
    eventually(() -> assertThat(specValid()).startsWith("True"));
  }

  @Test
  void onlyAChangedKeyThatIsUsedRollsThePods() {
    store(Map.of("password", "czNjcmV0"));
    api.apply(name, spec(name));
    eventually(() -> assertThat(hash(name)).isNotEmpty());
    var before = hash(name);
    var generation = api.deployment(name + "-alerter").getMetadata().getGeneration();

    store(Map.of("password", "czNjcmV0", "unrelated", "bmV3"));
    store(Map.of("password", "bmV3", "unrelated", "bmV3"));

    eventually(() -> assertThat(hash(name)).isNotEqualTo(before));
    assertThat(api.deployment(name + "-alerter").getMetadata().getGeneration())
        .as("one rollout for two changes of which one counts")
        .isEqualTo(generation + 1);
  }

  @Test
  void deletedAndMadeAgainWithTheSameContentRollsNothing() {
    store(Map.of("password", "czNjcmV0"));
    api.apply(name, spec(name));
    eventually(() -> assertThat(specValid()).startsWith("True"));
    var generation = api.deployment(name + "-alerter").getMetadata().getGeneration();

    api.client.resource(stored()).delete();
    eventually(() -> assertThat(specValid()).isEqualTo("False SpecInvalid"));
    assertThat(api.deployment(name + "-alerter")).as("what runs goes on").isNotNull();
    store(Map.of("password", "czNjcmV0"));

    eventually(() -> assertThat(specValid()).startsWith("True"));
    assertThat(api.deployment(name + "-alerter").getMetadata().getGeneration())
        .isEqualTo(generation);
  }

  @Test
  void oneSecretOfThreePipelinesRollsEachOnce() {
    store(Map.of("password", "czNjcmV0"));
    var names = IntStream.range(0, 3).mapToObj(i -> name + i).toList();
    names.forEach(each -> api.apply(each, spec(each)));
    eventually(() -> assertThat(names).allSatisfy(each -> assertThat(hash(each)).isNotEmpty()));
    var generations = generations(names);

    store(Map.of("password", "bmV3"));

    eventually(
        () ->
            assertThat(generations(names))
                .isEqualTo(generations.stream().map(generation -> generation + 1).toList()));
  }

  private static List<Long> generations(List<String> pipelines) {
    return pipelines.stream()
        .map(each -> api.deployment(each + "-alerter").getMetadata().getGeneration())
        .toList();
  }

  @Test
  void noValueIsWrittenAnywhere() {
    store(Map.of("password", "czNjcmV0LXdvcmQ="));
    api.apply(name, spec(name));
    eventually(() -> assertThat(hash(name)).isNotEmpty());
    eventually(() -> assertThat(specValid()).startsWith("True"));

    var serialization = api.client.getKubernetesSerialization();
    assertThat(
            List.of(
                serialization.asYaml(api.pipeline(name)),
                serialization.asYaml(api.deployment(name + "-alerter")),
                serialization.asYaml(api.events(name)),
                serialization.asYaml(
                    api.client
                        .configMaps()
                        .inNamespace(MockApi.NAMESPACE)
                        .withName(name + "-alerter")
                        .get())))
        .allSatisfy(
            text -> assertThat(text).doesNotContain("s3cret-word", "czNjcmV0LXdvcmQ=", "jaas"));
  }
}
