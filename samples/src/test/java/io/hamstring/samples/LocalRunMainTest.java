package io.hamstring.samples;

import static org.assertj.core.api.Assertions.assertThat;

import io.hamstring.samples.runtime.Kill;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class LocalRunMainTest {

  private static final int USAGE = 2;

  @TempDir private Path folder;
  private Path pipeline;

  @BeforeEach
  void aPipelineOfTwoStages() throws IOException {
    pipeline =
        Files.writeString(
            folder.resolve("pipeline.yaml"),
            """
            kind: HamstringPipeline
            metadata: {name: dns}
            spec: {stages: [{name: logserver}, {name: dga-detector}]}
            """);
  }

  @Test
  void everyOptionIsRead() throws Exception {
    var input = Files.writeString(folder.resolve("in.json"), "{}\n{}\n");

    var options =
        parsed(
                pipeline.toString(),
                "--once",
                "--input",
                input.toString(),
                "--records",
                "5",
                "--seed",
                "7",
                "--kill",
                "dga-detector@10",
                "--kill",
                "logserver@0.5",
                "--report",
                "r.json",
                "--timeout",
                "90s")
            .options();

    assertThat(options.pipeline()).isEqualTo(pipeline);
    assertThat(options.once()).isTrue();
    assertThat(options.records()).isEqualTo(5);
    assertThat(options.seed()).isEqualTo(7);
    assertThat(options.kills())
        .containsExactly(
            new Kill("dga-detector", Duration.ofSeconds(10)),
            new Kill("logserver", Duration.ofMillis(500)));
    assertThat(options.report()).isEqualTo(Path.of("r.json"));
    assertThat(options.timeout()).isEqualTo(Duration.ofSeconds(90));
  }

  @Test
  void helpNamesEveryOptionAndExitCode() {
    var help = LocalRunMain.commandLine().getUsageMessage();

    assertThat(help)
        .contains("PIPELINE.yaml", "--input", "--records", "--seed", "--once", "--kill", "--report")
        .contains("Exit codes:");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--kill nonsense",
        "--kill alerter@1",
        "--records 0",
        "--records many",
        "--input absent.json",
        "--timeout soon",
        "--unknown",
        "one.yaml two.yaml"
      })
  void whatCannotBeFollowedIsAUsageErrorBeforeAnythingIsStarted(String arguments) {
    var all = new ArrayList<>(List.of(arguments.split(" ")));
    if (arguments.startsWith("--")) {
      all.add(pipeline.toString());
    }
    var errors = new StringWriter();

    int code =
        LocalRunMain.commandLine()
            .setErr(new PrintWriter(errors))
            .execute(all.toArray(String[]::new));

    assertThat(code).isEqualTo(USAGE);
  }

  private static LocalRunMain parsed(String... arguments) {
    var run = new LocalRunMain();
    new CommandLine(run).parseArgs(arguments);
    return run;
  }
}
