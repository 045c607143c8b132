package io.hamstring.worker.stage.detector.onnx;

import static io.hamstring.worker.stage.Lines.line;
import static io.hamstring.worker.stage.Records.batch;
import static io.hamstring.worker.stage.Records.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.hamstring.contract.StageType;
import io.hamstring.contract.settings.InvalidSettings;
import io.hamstring.contract.settings.WorkerSettings.Output;
import io.hamstring.worker.stage.BatchText;
import io.hamstring.worker.stage.StageSettings;
import io.hamstring.worker.stage.detector.DetectorSettings.ModelFile;
import io.hamstring.worker.stage.detector.DomainFeatures;
import io.hamstring.worker.stage.detector.ModelResource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelFilesTest {

  private static final int LENGTH_OF_NAME = 2;

  @TempDir private Path folder;

  @Test
  void aModelFileGivesTheProbabilityOfItsSecondClass() throws IOException {
    var model = ModelFiles.read(written(longNames()), DomainFeatures.COUNT);

    assertThat(model.probability(DomainFeatures.of("a.com")))
        .isCloseTo(1 / (1 + Math.exp(20 - 5)), within(1e-6));
    assertThat(model.probability(DomainFeatures.of("a".repeat(26) + ".com")))
        .isCloseTo(1 / (1 + Math.exp(20 - 30)), within(1e-6));
    assertThat(model.checksum()).isEqualTo(ModelResource.sha256(longNames()));
  }

  @Test
  void aDetectorWithAModelFileJudgesEachNameByItAndNamesItsChecksum() throws Exception {
    var file = written(longNames());
    var config =
        Map.<String, Object>of("model", Map.of("file", file.path(), "sha256", file.sha256()));
    var longName = "a".repeat(40) + ".com";
    var lines =
        BatchText.objects(
            "b", line("10.0.0.1", 1, "a.com", "NOERROR"), line("10.0.0.1", 2, longName, "NOERROR"));

    try (var detector =
        StageSettings.processor(StageType.DETECTOR, config, new Output("a", StageType.ALERTER))) {
      var result = detector.process(batch(lines), null);

      assertThat(text(result.outputs().get(0).value()))
          .contains("\"domain_names\":[\"" + longName + "\"]", file.sha256())
          .doesNotContain("a.com\",");
    }
  }

  @Test
  void aModelThatIsNotTheOneMeantIsNotUsed() throws IOException {
    var file = new ModelFile(written(longNames()).path(), "0".repeat(64));

    assertThatThrownBy(() -> ModelFiles.read(file, DomainFeatures.COUNT))
        .isInstanceOf(InvalidSettings.class)
        .hasMessageContainingAll("config.model.sha256", "0".repeat(64), "is not the model meant");
  }

  @Test
  void whatIsNoModelForThisDetectorIsRefused() throws IOException {
    assertRefused(written("PK".getBytes()), "is no ONNX model");
    assertRefused(
        written(OnnxBytes.logistic(7, 0, 1, 0, 2)), "must have one input of rows of 44 floats");
    assertRefused(written(OnnxBytes.logistic(44, 0, 1, 0, 3)), "must have an output of two floats");
    assertRefused(
        new ModelFile(folder.resolve("absent").toString(), "0".repeat(64)), "does not exist");
    assertRefused(new ModelFile(folder.toString(), "0".repeat(64)), "cannot be read");
  }

  @Test
  void aChecksumIsRequiredAndMustBeOne() {
    assertThatThrownBy(() -> processor(Map.of("file", "/models/dga.onnx")))
        .hasMessageContaining("config.model.sha256: is required");
    assertThatThrownBy(() -> processor(Map.of("file", "/models/dga.onnx", "sha256", "abc")))
        .hasMessageContaining("config.model.sha256: must be 64 hexadecimal digits, was 'abc'");
  }

  private static void processor(Map<String, Object> model) {
    StageSettings.processor(
        StageType.DETECTOR, Map.of("model", model), new Output("a", StageType.ALERTER));
  }

  private static void assertRefused(ModelFile file, String why) {
    assertThatThrownBy(() -> ModelFiles.read(file, DomainFeatures.COUNT))
        .isInstanceOf(InvalidSettings.class)
        .hasMessageContainingAll("config.model.file: " + file.path(), why);
  }

  private static byte[] longNames() {
    return OnnxBytes.logistic(DomainFeatures.COUNT, LENGTH_OF_NAME, 1, -20, 2);
  }

  private ModelFile written(byte[] bytes) throws IOException {
    var file = Files.write(Files.createTempFile(folder, "model", ".onnx"), bytes);
    return new ModelFile(file.toString(), ModelResource.sha256(bytes));
  }
}
