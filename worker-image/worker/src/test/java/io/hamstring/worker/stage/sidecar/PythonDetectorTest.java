package io.hamstring.worker.stage.sidecar;

import static io.hamstring.worker.stage.Lines.line;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.hamstring.contract.StageType;
import io.hamstring.contract.settings.WorkerSettings.Output;
import io.hamstring.recovery.processing.Batch;
import io.hamstring.recovery.processing.InputRecord;
import io.hamstring.recovery.processing.StageProcessor;
import io.hamstring.worker.stage.BatchText;
import io.hamstring.worker.stage.Records;
import io.hamstring.worker.stage.StageSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** The example in Python works as it stands, with nothing but a Python beside it. */
class PythonDetectorTest {

  private static final Path SCRIPT = Path.of("../../samples/sidecar/detector.py");

  @Test
  void theExampleRaisesAlertsDropsAndRejects() throws Exception {
    int port = freePort();
    var python = python(port);
    try {
      var stage = processor(port);
      Awaitility.await()
          .atMost(Duration.ofSeconds(60))
          .until(
              () -> {
                assumeTrue(python.isAlive(), "there is no python3 that can run the example");
                return stage.whyUnready().isEmpty();
              });

      var result =
          stage.process(
              new Batch(
                  record(0, "").partition(),
                  List.of(
                      record(
                          0,
                          BatchText.objects(
                              "b", line("10.0.0.1", 1, "a123456789.com", "NXDOMAIN"))),
                      record(1, BatchText.objects("b", line("10.0.0.1", 1))),
                      record(2, "no batch"))),
              null);

      assertThat(result.outputs())
          .singleElement()
          .matches(alert -> Records.text(alert.value()).contains("a123456789.com"))
          .matches(alert -> Records.text(alert.key()).equals("10.0.0.1"));
      assertThat(result.disposals()).singleElement().matches(d -> d.rule().equals("few digits"));
      assertThat(result.rejections()).singleElement().matches(r -> r.reason().contains("no batch"));
    } finally {
      python.destroyForcibly().waitFor();
    }
  }

  @Test
  void theExampleIsShort() throws IOException {
    assertThat(Files.readAllLines(SCRIPT)).hasSizeLessThan(40);
  }

  private static StageProcessor<Object> processor(int port) {
    return StageSettings.processor(
        StageType.CUSTOM,
        Map.of("sidecar", Map.of("port", port)),
        new Output("alerts", StageType.ALERTER));
  }

  private static Process python(int port) {
    var command = new ProcessBuilder("python3", SCRIPT.toString());
    command.environment().put("HAMSTRING_SIDECAR_PORT", String.valueOf(port));
    command.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
    try {
      return command.start();
    } catch (IOException absent) {
      assumeTrue(false, "there is no python3: " + absent.getMessage());
      throw new IllegalStateException(absent);
    }
  }

  private static InputRecord record(long offset, String value) {
    return Records.record(offset, "10.0.0.1".getBytes(UTF_8), value.getBytes(UTF_8));
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
