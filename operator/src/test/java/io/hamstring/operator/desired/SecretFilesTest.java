package io.hamstring.operator.desired;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KeyToPath;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.hamstring.operator.spec.Pipeline;
import io.hamstring.operator.spec.SecretCheck;
import io.hamstring.operator.spec.SecretContent;
import io.hamstring.operator.spec.Specs;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SecretFilesTest {

  private static final String PEM =
      "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n";

  private static final String KAFKA =
      """
      bootstrapServers: 'kafka:9093'
      tls:
        trustedCertificates:
          - {secretName: cluster-ca, certificate: ca.crt}
          - {secretName: old-ca, certificate: ca.crt}
      rack: {topologyKey: topology.kubernetes.io/zone}
      authentication:
        type: scram-sha-512
        username: dns
        passwordSecret: {secretName: dns, password: password}
      """;

  private static List<HasMetadata> objects() {
    var contents =
        Map.of(
            "cluster-ca", content("ca.crt", PEM),
            "old-ca", content("ca.crt", PEM),
            "dns", content("password", "s3cret"));
    Pipeline pipeline =
        SecretCheck.of(Specs.with("/kafka", KAFKA), contents).pipeline().orElseThrow();
    return Desired.of(pipeline, WorkerImage.of("hamstring-worker:test"));
  }

  private static SecretContent content(String key, String value) {
    return SecretContent.of(Map.of(key, value.getBytes(StandardCharsets.UTF_8)));
  }

  private static Deployment deployment() {
    return objects().stream()
        .filter(Deployment.class::isInstance)
        .map(Deployment.class::cast)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aPodHoldsOnlyTheReferencedKeysReadOnly() {
    var pod = deployment().getSpec().getTemplate().getSpec();
    var volume =
        pod.getVolumes().stream()
            .filter(v -> v.getName().equals("kafka-secrets"))
            .findFirst()
            .orElseThrow()
            .getProjected();

    assertThat(volume.getDefaultMode()).isEqualTo(0440);
    assertThat(volume.getSources())
        .extracting(source -> source.getSecret().getName())
        .containsExactly("cluster-ca", "dns", "old-ca");
    assertThat(volume.getSources())
        .flatExtracting(source -> source.getSecret().getItems())
        .extracting(KeyToPath::getKey, KeyToPath::getPath)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("ca.crt", "trusted-0.crt"),
            org.assertj.core.groups.Tuple.tuple("password", "password"),
            org.assertj.core.groups.Tuple.tuple("ca.crt", "trusted-1.crt"));
    assertThat(pod.getContainers().get(0).getVolumeMounts())
        .filteredOn(mount -> mount.getName().equals("kafka-secrets"))
        .singleElement()
        .matches(mount -> mount.getReadOnly() && mount.getMountPath().startsWith("/etc/"));
  }

  @Test
  void theRackComesFromALabelOfThePod() {
    assertThat(deployment().getSpec().getTemplate().getSpec().getContainers().get(0).getEnv())
        .filteredOn(variable -> variable.getName().equals("HAMSTRING_CLIENT_RACK"))
        .singleElement()
        .extracting(variable -> variable.getValueFrom().getFieldRef().getFieldPath())
        .isEqualTo("metadata.labels['topology.kubernetes.io/zone']");
  }

  @Test
  void noObjectHoldsASecret() {
    var serialization = new KubernetesSerialization();

    assertThat(objects())
        .extracting(serialization::asYaml)
        .allSatisfy(yaml -> assertThat(yaml).doesNotContain("s3cret", "MIIB", "jaas"));
  }

  @Test
  void theConfigurationNamesFilesOnly() {
    var config =
        objects().stream()
            .filter(ConfigMap.class::isInstance)
            .map(object -> ((ConfigMap) object).getData().get("config.yaml"))
            .findFirst()
            .orElseThrow();

    assertThat(config)
        .contains(
            """
              kafka_security:
                tls: true
                trusted_certificate_files:
                - "trusted-0.crt"
                - "trusted-1.crt"
                mechanism: "scram-sha-512"
                username: "dns"
                password_file: "password"
            """
                .indent(2)
                .replaceAll("(?m)^  ", ""));
  }
}
