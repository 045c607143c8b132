package io.hamstring.samples.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PipelineFileTest {

  private static final String PIPELINE =
      """
      apiVersion: hamstring.io/v1alpha1
      kind: HamstringPipeline
      metadata: {name: dns, namespace: security}
      spec:
        kafka: {bootstrapServers: "kafka:9092", groupProtocol: classic}
        stages:
          - {name: logserver, type: logserver}
          - {name: dga-detector, type: detector}
      """;

  @TempDir private Path folder;

  @Test
  void theLocalRunChangesTheBrokerAndTheAuditAndNothingElse() throws IOException {
    var file = PipelineFile.read(file("apiVersion: v1\nkind: Namespace\n---\n" + PIPELINE));

    var local = file.at("127.0.0.1:5000").object();

    assertThat(local.at("/spec/kafka/bootstrapServers").asText()).isEqualTo("127.0.0.1:5000");
    assertThat(local.at("/spec/kafka/groupProtocol").asText()).isEqualTo("classic");
    assertThat(local.at("/spec/audit").toString())
        .isEqualTo("{\"recordIds\":true,\"topic\":\"hamstring-audit\"}");
    assertThat(local.at("/metadata/namespace").asText()).isEqualTo("security");
    assertThat(file.stages()).containsExactly("logserver", "dga-detector");
    assertThat(file.object().at("/spec/audit").isMissingNode()).isTrue();
  }

  @Test
  void whatCannotBeRunIsNamedWithItsFault() throws IOException {
    assertFault(folder.resolve("absent.yaml"), "is no file that can be read");
    assertFault(file("kind: ConfigMap\n"), "holds 0 objects of kind HamstringPipeline");
    assertFault(file(PIPELINE + "---\n" + PIPELINE), "holds 2 objects");
    assertFault(file("kind: [\n"), "is no valid YAML");
    assertFault(file("kind: HamstringPipeline\nspec: {}\n"), "needs metadata.name and spec");
  }

  private static void assertFault(Path path, String fault) {
    assertThatThrownBy(() -> PipelineFile.read(path))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(path.toString())
        .hasMessageContaining(fault);
  }

  private Path file(String content) throws IOException {
    return Files.writeString(folder.resolve("pipeline.yaml"), content);
  }
}
