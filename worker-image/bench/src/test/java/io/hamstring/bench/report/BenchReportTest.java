package io.hamstring.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.hamstring.bench.measure.Latency.Percentiles;
import io.hamstring.bench.measure.Measured;
import java.util.List;
import org.junit.jupiter.api.Test;

class BenchReportTest {

  private final BenchReport report =
      new BenchReport(
          100,
          3,
          List.of(
              List.of(run("core", 900), run("serial50", 3), run("streams1", 300)),
              List.of(run("streams1", 500), run("core", 1_000), run("serial50", 5)),
              List.of(run("core", 800), run("streams1", 800), run("serial50", 4))),
          List.of(new Percentiles("core", 2_000, 5, 40, 6_000)));

  private static Measured run(String contender, double rate) {
    return new Measured(contender, rate, 0.5, 320);
  }

  @Test
  void ratiosAreTakenInEachRoundBeforeTheMedian() {
    assertThat(report.medians()).containsEntry("core", 900.0).containsEntry("streams1", 500.0);
    assertThat(report.ratios())
        .containsEntry("core/streams1", 2.0)
        .containsEntry("core/serial50", 200.0)
        .doesNotContainKey("core/core");
  }

  @Test
  void theFileHoldsMediansRatiosAndRounds() {
    assertThat(report.toMap()).containsKeys("medians", "ratios", "rounds", "latencies");
    assertThat(report.toMap().get("rounds"))
        .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.LIST)
        .hasSize(3);
  }

  @Test
  void thePageAndTheTableNameEveryContender() {
    assertThat(HtmlPage.of(report)).contains("core", "serial50", "streams1", "<svg", "</html>");
    assertThat(String.join("\n", TextTable.of(report)))
        .contains("| core | 900 (800 - 1,000) |  |")
        .contains("| streams1 | 500 (300 - 800) | 2.00 ×")
        .contains("| core | 2,000 | 5.0 (5.0) | 40.0 (40.0) |");
  }
}
