package io.hamstring.operator.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What stands in Secrets, with the shapes that Strimzi's user and cluster operators write. */
class SecretCheckTest {

  private static final String CERTIFICATE =
      "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n";
  private static final String KEY =
      "-----BEGIN PRIVATE KEY-----\nMIGH\n-----END PRIVATE KEY-----\n";

  private static final String SCRAM =
      """
      bootstrapServers: 'kafka:9093'
      tls: {trustedCertificates: [{secretName: my-cluster-cluster-ca-cert, certificate: ca.crt}]}
      authentication:
        type: scram-sha-512
        username: dns
        passwordSecret: {secretName: dns, password: password}
      """;

  private static final String MUTUAL =
      """
      bootstrapServers: 'kafka:9093'
      tls: {trustedCertificates: [{secretName: my-cluster-cluster-ca-cert, certificate: ca.crt}]}
      authentication:
        type: tls
        certificateAndKey: {secretName: dns, certificate: user.crt, key: user.key}
      """;

  private final Map<String, SecretContent> contents = new HashMap<>();

  SecretCheckTest() {
    secret("my-cluster-cluster-ca-cert", "ca.crt", CERTIFICATE, "ca.p12", "…", "ca.password", "x");
    secret("dns", "password", "s3cret", "sasl.jaas.config", "…LoginModule required …;");
  }

  private void secret(String name, String... keysAndValues) {
    var data = new HashMap<String, byte[]>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      data.put(keysAndValues[i], keysAndValues[i + 1].getBytes(StandardCharsets.UTF_8));
    }
    contents.put(name, SecretContent.of(data));
  }

  private void userWithCertificate() {
    secret(
        "dns",
        "ca.crt",
        CERTIFICATE,
        "user.crt",
        CERTIFICATE,
        "user.key",
        KEY,
        "user.p12",
        "…",
        "user.password",
        "x");
  }

  private Resolution check(String kafka) {
    return SecretCheck.of(Specs.with("/kafka", kafka), contents);
  }

  private Pipeline pipeline(String kafka) {
    return check(kafka).pipeline().orElseThrow();
  }

  @Test
  void aPasswordOfAKafkaUserFitsAsItIs() {
    var client = pipeline(SCRAM).access().operatorClient();

    assertThat(client.settings())
        .containsEntry("security.protocol", "SASL_SSL")
        .containsEntry("ssl.truststore.certificates", CERTIFICATE.strip());
    assertThat(client.settings().get("sasl.jaas.config")).contains("username=\"dns\"", "s3cret");
  }

  @Test
  void aCertificateOfAKafkaUserFitsAsItIs() {
    userWithCertificate();

    assertThat(pipeline(MUTUAL).access().operatorClient().settings())
        .containsEntry("security.protocol", "SSL")
        .containsEntry("ssl.keystore.key", KEY.strip());
  }

  @Test
  void theOperatorMayHaveCredentialsOfItsOwn() {
    secret("admin", "password", "adm1n");
    var kafka =
        SCRAM
            + "admin: {authentication: {type: plain, username: root, passwordSecret: {secretName:"
            + " admin, password: password}}}\n";
    var pipeline = pipeline(kafka);

    assertThat(pipeline.access().operatorClient().settings().get("sasl.jaas.config"))
        .contains("PlainLoginModule", "root", "adm1n")
        .doesNotContain("s3cret");
    assertThat(pipeline.kafka().security().login().username()).isEqualTo("dns");
    var hash = pipeline.stages().get(0).secretsHash();
    secret("admin", "password", "another");
    assertThat(pipeline(kafka).stages().get(0).secretsHash())
        .as("workers do not see the operator's password")
        .isEqualTo(hash);
  }

  @Test
  void whatTheWorkersConnectionsNeedTheOperatorsNeedToo() {
    var kafka =
        SCRAM + "consumerConfig: {ssl.endpoint.identification.algorithm: '', fetch.min.bytes: 2}";

    assertThat(pipeline(kafka).access().operatorClient().settings())
        .containsEntry("ssl.endpoint.identification.algorithm", "")
        .doesNotContainKey("fetch.min.bytes");
  }

  @ParameterizedTest(name = "{0} {1}={2}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          dns | passwort | s3cret  | spec.kafka.authentication.passwordSecret: names key 'password', which Secret 'dns' does not have (it has passwort); add the key or correct the name; it is noticed at once
          dns | password | `  `    | spec.kafka.authentication.passwordSecret: names key 'password' of Secret 'dns', which is empty; put the password there
          my-cluster-cluster-ca-cert | ca.crt | hello | spec.kafka.tls.trustedCertificates[0]: names key 'ca.crt' of Secret 'my-cluster-cluster-ca-cert', which holds no PEM certificate; put one there
          """)
  void aKeyThatCannotBeUsedIsNamedAndNotShown(
      String secret, String key, String value, String problem) {
    secret(secret, key, value);

    assertThat(check(SCRAM).problems()).extracting(Problem::text).containsExactly(problem);
  }

  @Test
  void aSecretThatDoesNotExistIsNamedWithItsKey() {
    contents.remove("dns");

    assertThat(check(SCRAM).problems())
        .extracting(Problem::text)
        .containsExactly(
            "spec.kafka.authentication.passwordSecret: names Secret 'dns' (key 'password'), which"
                + " does not exist in namespace 'security'; create it or correct the name; it is"
                + " noticed at once");
  }

  @Test
  void aSecretThatTheOperatorMayNotReadNamesTheGrant() {
    contents.put("dns", SecretContent.refused("secrets \"dns\" is forbidden"));

    assertThat(check(SCRAM).problems())
        .extracting(Problem::text)
        .containsExactly(
            "spec.kafka.authentication.passwordSecret: names Secret 'dns', which the operator may"
                + " not read (secrets \"dns\" is forbidden); let the operator's service account"
                + " get, list and watch it");
  }

  @ParameterizedTest
  @CsvSource({
    "RSA PRIVATE KEY, a key in a form that Java does not read",
    "EC PRIVATE KEY, a key in a form that Java does not read",
    "ENCRYPTED PRIVATE KEY, a key with a password",
    "CERTIFICATE, no PEM key"
  })
  void aKeyInAnotherFormIsToldBeforeAWorkerFails(String form, String fault) {
    userWithCertificate();
    secret("dns", "user.crt", CERTIFICATE, "user.key", KEY.replace("PRIVATE KEY", form));

    assertThat(check(MUTUAL).problems())
        .singleElement()
        .satisfies(problem -> assertThat(problem.fault()).contains(fault).doesNotContain("MIGH"));
  }

  @Test
  void onlyAReferencedKeyChangesWhatPodsSee() {
    var hash = pipeline(SCRAM).stages().get(0).secretsHash();

    secret("dns", "password", "s3cret", "unrelated", "new");
    assertThat(pipeline(SCRAM).stages().get(0).secretsHash()).isEqualTo(hash);

    secret("dns", "password", "other");
    assertThat(pipeline(SCRAM).stages().get(0).secretsHash())
        .isNotEqualTo(hash)
        .matches("[0-9a-f]{16}");
  }

  @Test
  void aVariableFromASecretRollsItsOwnStageOnly() {
    secret("token", "token", "one", "other", "two");
    contents.put("absent", SecretContent.ABSENT);
    var variable =
        "[{name: TOKEN, valueFrom: {secretKeyRef: {name: token, key: token}}},"
            + " {name: MAYBE, valueFrom: {secretKeyRef: {name: absent, key: a, optional: true}}}]";
    var before = SecretCheck.of(Specs.with("/stages/4/template/env", variable), contents);
    secret("token", "token", "new", "other", "two");
    var after = SecretCheck.of(Specs.with("/stages/4/template/env", variable), contents);

    for (int i = 0; i < 6; i++) {
      var isTheStage = i == 4;
      assertThat(hash(before, i).equals(hash(after, i))).isEqualTo(!isTheStage);
      assertThat(hash(before, i).isEmpty()).isEqualTo(!isTheStage);
    }
  }

  private static String hash(Resolution resolution, int stage) {
    return resolution.pipeline().orElseThrow().stages().get(stage).secretsHash();
  }

  /** The kubelet can read it, and without credentials of Kafka the operator can do without. */
  @Test
  void aContainersOwnSecretThatTheOperatorMayNotReadIsAWarning() {
    contents.put("token", SecretContent.refused("forbidden"));
    var resolution =
        SecretCheck.of(
            Specs.with("/stages/4/template/envFrom", "[{secretRef: {name: token}}]"), contents);

    assertThat(resolution.pipeline()).isPresent();
    assertThat(resolution.warnings())
        .containsExactly(
            "stage detect, environment: names Secret 'token', which the operator may not read; a"
                + " change of it restarts no worker");
  }

  @Test
  void nothingThatIsPrintedHoldsASecret() {
    var pipeline = pipeline(SCRAM);

    assertThat(
            pipeline.toString()
                + contents
                + new SecretContent(SecretContent.State.THERE, Map.of("k", new byte[] {1}), ""))
        .contains("(hidden)")
        .doesNotContain("s3cret", "jaas");
  }

  @Test
  void twoNamespacesWithTheSamePasswordHaveDifferentHashes() {
    var keys = SecretUse.of(pipeline(SCRAM));

    assertThat(SecretHash.of("a", keys, contents)).isNotEqualTo(SecretHash.of("b", keys, contents));
  }
}
