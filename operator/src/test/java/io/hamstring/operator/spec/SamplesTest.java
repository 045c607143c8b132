package io.hamstring.operator.spec;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.hamstring.api.v1alpha1.HamstringPipeline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whoever applies a sample finds its spec valid, and its page says what it shows. */
class SamplesTest {

  private static final Path FOLDER = Path.of("../samples");

  static Stream<Path> samples() throws IOException {
    try (var files = Files.list(FOLDER)) {
      return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("samples")
  void aSampleHasNoProblem(Path file) throws IOException {
    var resource =
        new KubernetesSerialization().unmarshal(Files.readString(file), HamstringPipeline.class);

    var resolution =
        SpecResolver.create()
            .resolve(
                resource.getSpec().tree(),
                new PipelineIdentity("security", resource.getMetadata().getName(), "uid", 1));

    assertThat(resolution.problems()).isEmpty();
    assertThat(resolution.warnings())
        .allSatisfy(warning -> assertThat(warning).contains("is not acted on by this version"));
    assertThat(resolution.pipeline()).isPresent();
    assertThat(Files.readString(FOLDER.resolve("README.md")))
        .contains("(" + file.getFileName() + ")");
  }
}
