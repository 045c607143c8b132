package io.hamstring.samples.drill.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hamstring.contract.settings.WorkerSettings.GroupProtocol;
import io.hamstring.samples.drill.measure.PartitionFindings;
import io.hamstring.samples.drill.measure.RunRecord;
import io.hamstring.samples.drill.measure.Strip;
import io.hamstring.samples.drill.plan.Guarding;
import io.hamstring.samples.drill.plan.Mode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DrillReportTest {

  @TempDir private Path folder;

  @Test
  void theReportHoldsEachRunAndMediansAndMaximaOfEachCombination() throws IOException {
    var report = new DrillReport(List.of(run(3, 0.9), run(1, 0.5), run(2, 0.6), unguarded(45.2)));

    var json = written(report);

    assertThat(json.get("runs").get(0).toString())
        .isEqualTo(
            "{\"protocol\":\"classic\",\"mode\":\"sigkill\",\"guard\":\"on\",\"standby\":0,"
                + "\"takeoverSeconds\":0.5,\"downstreamSilenceSeconds\":0.7,"
                + "\"survivorSilenceSeconds\":0.2,\"lost\":0,\"doubled\":0,\"replayed\":12,"
                + "\"survivorRevocations\":1}");
    assertThat(json.get("runs")).hasSize(4);
    assertThat(json.get("summary")).hasSize(2);
    assertThat(json.at("/summary/0/median/takeoverSeconds").asDouble()).isEqualTo(0.6);
    assertThat(json.at("/summary/0/max/takeoverSeconds").asDouble()).isEqualTo(0.9);
    assertThat(json.at("/summary/0/runs").asInt()).isEqualTo(3);
    assertThat(json.at("/summary/0/survivorSilenceP95Seconds").asDouble()).isEqualTo(0.2);
    assertThat(json.at("/summary/0/partitionTakeoverMedianSeconds").asDouble()).isEqualTo(0.6);
    assertThat(json.at("/summary/0/survivorAborts").asLong()).isEqualTo(6);
    assertThat(json.at("/summary/0/survivorRevocations").asLong()).isEqualTo(3);
    assertThat(json.at("/summary/1/guard").asText()).isEqualTo("off");
  }

  @Test
  void aPartitionThatWasNeverTakenOverMakesNoFigure() throws IOException {
    var json = written(new DrillReport(List.of(run(1, 0.5), run(2, null))));

    assertThat(json.at("/runs/1/takeoverSeconds").isNull()).isTrue();
    assertThat(json.at("/summary/0/max/takeoverSeconds").isNull()).isTrue();
    assertThat(DrillTable.lines(new DrillReport(List.of(run(2, null)))))
        .anyMatch(line -> line.contains("never"));
  }

  @Test
  void aRunIsReadBackAsItWasWritten() throws IOException {
    var file = folder.resolve("run.json");

    run(1, 0.5).write(file);

    assertThat(RunRecord.read(file)).isEqualTo(run(1, 0.5));
  }

  static RunRecord run(int number, Double takeover) {
    return run(Guarding.ON, number, takeover);
  }

  static RunRecord unguarded(double takeover) {
    return run(Guarding.OFF, 1, takeover);
  }

  private static RunRecord run(Guarding guard, int number, Double takeover) {
    return new RunRecord(
        "2026-11-29T22:00:00Z",
        GroupProtocol.CLASSIC,
        Mode.SIGKILL,
        guard,
        number,
        number,
        1.5,
        List.of("a", "b", "c"),
        "b",
        null,
        20,
        takeover,
        0.7,
        0.2,
        null,
        0,
        0,
        12,
        2,
        List.of(
            new PartitionFindings(0, "b", takeover, 0.6, 0.7, null),
            new PartitionFindings(1, "a", null, 0.2, 0.2, null)),
        List.of(
            new Strip(
                0,
                List.of(
                    new Strip.Segment("b", -5, -0.01),
                    new Strip.Segment("a", takeover == null ? 19 : takeover, 20))),
            new Strip(1, List.of(new Strip.Segment("a", -5, 20)))),
        0,
        1);
  }

  private JsonNode written(DrillReport report) throws IOException {
    var file = folder.resolve("report.json");
    report.write(file);
    return new ObjectMapper().readTree(file.toFile());
  }
}
