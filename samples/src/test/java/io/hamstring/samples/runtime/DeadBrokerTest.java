package io.hamstring.samples.runtime;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hamstring.samples.view.Screen;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class DeadBrokerTest {

  @TempDir private Path folder;

  @Test
  @Timeout(180)
  void aRunWhoseBrokerHasEndedSaysSoAndDoesNotWaitForItsTimeout() throws Exception {
    var file =
        Files.writeString(
            folder.resolve("pipeline.yaml"),
            """
            kind: HamstringPipeline
            metadata: {name: dns}
            spec: {stages: [{name: logserver}]}
            """);
    var options = new RunOptions(file, null, 10L, 1, true, List.of(), null, Duration.ofMinutes(30));
    var screen = new Screen(new PrintStream(OutputStream.nullOutputStream()), false, 80);
    try (var cluster = LocalCluster.start(folder, List.of("false"));
        var run = new PipelineRun(options, cluster, options.pipelineFile(), screen, null)) {
      cluster.broker().kill();

      assertThatThrownBy(run::awaitWorkers)
          .isInstanceOf(RunFailed.class)
          .hasMessageContaining("broker has ended by itself");
    }
  }
}
