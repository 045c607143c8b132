package io.hamstring.operator.spec;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.hamstring.api.v1alpha1.HamstringPipeline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What people copy from the README is a pipeline. */
class ReadmeTest {

  @Test
  void thePipelineShownThereIsSixStagesWithoutAProblem() throws IOException {
    var readme = Files.readString(Path.of("../README.md"));
    var yaml = readme.split("```yaml\n", 2)[1].split("```", 2)[0];

    var resolution =
        SpecResolver.create()
            .resolve(new KubernetesSerialization().unmarshal(yaml, HamstringPipeline.class));

    assertThat(resolution.problems()).isEmpty();
    assertThat(resolution.warnings()).isEmpty();
    assertThat(resolution.pipeline())
        .hasValueSatisfying(pipeline -> assertThat(pipeline.stages()).hasSize(6));
  }
}
