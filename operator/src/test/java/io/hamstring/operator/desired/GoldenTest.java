package io.hamstring.operator.desired;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.hamstring.operator.spec.PipelineIdentity;
import io.hamstring.operator.spec.SpecResolver;
import io.hamstring.operator.spec.Specs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What Kubernetes is to hold for each sample, to the letter. */
class GoldenTest {

  private static final String UID = "0b5c4f7e-6d0e-4a53-9d57-5d2a4c3e8f10";
  private static final Path FOLDER = Path.of("src/test/resources/io/hamstring/operator/desired");

  private final KubernetesSerialization serialization = new KubernetesSerialization();

  @ParameterizedTest
  @ValueSource(
      strings = {"dns-pipeline", "minimal-pipeline", "monitoring-pipeline", "standby-pipeline"})
  void theObjectsOfASampleAreThoseThatAreCheckedIn(String sample) throws IOException {
    var rendered = rendered(sample);
    var golden = FOLDER.resolve(sample + ".yaml");

    if (Boolean.getBoolean("hamstring.renew")) {
      Files.createDirectories(FOLDER);
      Files.writeString(golden, rendered);
    }

    assertThat(rendered)
        .as(
            "operator/%s is not what is rendered; if the change is meant, renew it with: ./mvnw -pl"
                + " operator -am test -Dtest=GoldenTest -Dsurefire.failIfNoSpecifiedTests=false"
                + " -Dhamstring.renew=true",
            golden)
        .isEqualTo(Files.readString(golden));
  }

  private String rendered(String sample) {
    var resource = Specs.sample(sample);
    var namespace = resource.getMetadata().getNamespace();
    var identity =
        new PipelineIdentity(
            namespace == null ? "default" : namespace, resource.getMetadata().getName(), UID, 1);
    var pipeline =
        SpecResolver.create().resolve(resource.getSpec().tree(), identity).pipeline().orElseThrow();
    return Desired.of(pipeline, WorkerImage.of("hamstring-worker:test")).stream()
        .map(serialization::asYaml)
        .collect(Collectors.joining());
  }
}
