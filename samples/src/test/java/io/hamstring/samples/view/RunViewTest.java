package io.hamstring.samples.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunViewTest {

  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final RunView VIEW =
      new RunView(
          Duration.ofSeconds(75),
          1_200,
          3,
          List.of(
              new StageView("logserver", 1, 1, 0, 250, 0, 0),
              new StageView("dga-detector", 1, 2, 42, 99.6, 1, 2)),
          List.of(
              new ConditionView("Ready", "False", "WorkersMissing", "1 of 3 workers is not ready"),
              new ConditionView("Progressing", "True", "RollingOut", "dga-detector"),
              new ConditionView("SpecValid", "True", "Valid", ""),
              new ConditionView("InputWithoutOutput", "True", "NoOutput", "dga-detector: look"),
              new ConditionView("GhostMember", "Unknown", "NoEvidence", "")));

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  @Test
  void theTableShowsEveryStageAndWhatIsWrong() {
    assertThat(String.join("\n", VIEW.table()))
        .isEqualTo(
            """
            1:15 fed 1200, alerts 3
            stage         workers       lag  committed/s  aborts  recoveries
            logserver         1/1         0          250       0           0
            dga-detector      1/2        42          100       1           2
            conditions True: Progressing SpecValid InputWithoutOutput
            Ready=False WorkersMissing: 1 of 3 workers is not ready
            InputWithoutOutput=True NoOutput: dga-detector: look""");
  }

  @Test
  void aTerminalIsDrawnInPlaceAndWhatIsSaidStays() {
    var screen = screen(true);

    screen.show(VIEW, NOW);
    screen.say("killed a worker");
    screen.show(VIEW, NOW.plusSeconds(1));
    screen.show(VIEW, NOW.plusSeconds(2));

    assertThat(written().split("\u001b\\[7A\u001b\\[J", -1)).hasSize(3);
    assertThat(written()).containsOnlyOnce("killed a worker\n");
  }

  @Test
  void noLineIsWiderThanTheTerminal() {
    new Screen(new PrintStream(bytes, true, StandardCharsets.UTF_8), true, 30).show(VIEW, NOW);

    assertThat(written().lines()).allMatch(line -> line.length() <= 30);
  }

  @Test
  void elsewhereALineComesEveryFiveSecondsAndNewsOnce() {
    var screen = screen(false);

    for (int second = 0; second <= 10; second++) {
      screen.show(fed(second), NOW.plusSeconds(second));
    }

    assertThat(written().lines().filter(line -> line.startsWith("1:15 fed"))).hasSize(3);
    assertThat(written().lines().filter(line -> line.contains("NoOutput"))).hasSize(1);
    assertThat(written()).doesNotContain("\u001b");
  }

  @Test
  void whileNothingChangesALineComesEveryHalfMinute() {
    var screen = screen(false);

    for (int second = 0; second <= 60; second++) {
      screen.show(VIEW, NOW.plusSeconds(second));
    }

    assertThat(written().lines().filter(line -> line.startsWith("1:15 fed"))).hasSize(3);
  }

  @Test
  void countersOutliveTheWorkerThatCounted() {
    var counters = new Counters();
    counters.take("pod_1", new Counters.Counted("detector", 100, 1, 1));
    counters.take("other", new Counters.Counted("alerter", 7, 0, 0));
    assertThat(counters.rate("detector", NOW)).isZero();

    counters.take("pod_1", new Counters.Counted("detector", 160, 1, 1));
    counters.take("pod_2", new Counters.Counted("detector", 40, 2, 0));

    assertThat(counters.rate("detector", NOW.plusSeconds(2))).isEqualTo(50);
    assertThat(counters.aborts("detector")).isEqualTo(3);
    assertThat(counters.recoveries("detector")).isEqualTo(1);
  }

  private static RunView fed(long records) {
    return new RunView(VIEW.elapsed(), records, 0, VIEW.stages(), VIEW.conditions());
  }

  private Screen screen(boolean terminal) {
    return new Screen(new PrintStream(bytes, true, StandardCharsets.UTF_8), terminal, 120);
  }

  private String written() {
    return bytes.toString(StandardCharsets.UTF_8).replace("\r", "");
  }
}
