package io.hamstring.samples.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditReportTest {

  @Test
  void theFileHoldsTheKeysThatToolsRead(@TempDir Path folder) throws IOException {
    var file = folder.resolve("not/yet/there.json");

    report(2, 1, 0).writeTo(file);

    var json = new ObjectMapper().readTree(file.toFile());
    assertThat(json.get("records").asLong()).isEqualTo(100);
    assertThat(json.get("seconds").asDouble()).isEqualTo(1.5);
    assertThat(json.get("lost").asLong()).isEqualTo(2);
    assertThat(json.get("doubled").asLong()).isEqualTo(1);
    assertThat(json.get("alerts").asLong()).isEqualTo(7);
    assertThat(json.get("detection").get("precision").asDouble()).isEqualTo(0.5);
    assertThat(json.get("detection").get("recall").asDouble()).isEqualTo(0.5);
    assertThat(json.get("detection").get("missed").get(0).asText()).isEqualTo("10.0.0.2 (pairs)");
    assertThat(json.get("planted").get("10.0.0.1").asText()).isEqualTo("hex");
    assertThat(json.get("domains").get("share").asDouble()).isEqualTo(0.005);
    var stage = json.get("stages").get(0);
    assertThat(stage.get("name").asText()).isEqualTo("filter");
    assertThat(stage.get("type").asText()).isEqualTo("prefilter");
    assertThat(stage.get("in").asLong()).isEqualTo(100);
    assertThat(stage.get("out").asLong()).isEqualTo(90);
    assertThat(stage.get("rejected").get("ts: Timestamp").asLong()).isEqualTo(3);
    assertThat(stage.get("lost").asLong()).isEqualTo(2);
    assertThat(stage.get("doubled").asLong()).isEqualTo(1);
  }

  @Test
  void recordsThatNeverReachedTheInputTopicAreLost() {
    assertThat(report(0, 0, 4).lost()).isEqualTo(4);
    assertThat(report(0, 0, 4).exactlyOnce()).isFalse();
    assertThat(report(0, 0, 0).exactlyOnce()).isTrue();
  }

  @Test
  void theTableEndsWithTheFiguresOfTheWholeRun() {
    var lines = AuditTable.lines(report(2, 1, 0));

    assertThat(lines.get(lines.size() - 1))
        .isEqualTo("records=100 seconds=1.5 alerts=7 lost=2 doubled=1");
    assertThat(lines)
        .contains(
            "  filter rejected: 3 by ts: Timestamp",
            "  filter lost: in-0-8",
            "alerts name 1 of 200 registered domains (0.50 %)",
            "  malicious: bad.com",
            "detection: precision=0.500 recall=0.500",
            "  not found: 10.0.0.2 (pairs)",
            "  alerted, but not planted: 10.0.0.9");
  }

  @Test
  void withoutAlertsOrPlantedClientsNothingIsWrong() {
    assertThat(Detection.of(Map.of(), Set.of()).precision()).isEqualTo(1);
    assertThat(Detection.of(Map.of(), Set.of()).recall()).isEqualTo(1);
    assertThat(Detection.of(Map.of("10.0.0.1", "hex"), Set.of()).recall()).isZero();
  }

  private static AuditReport report(long lost, long doubled, long missing) {
    var stage =
        new StageFindings(
            "filter",
            "prefilter",
            100,
            90,
            Map.of("ts: Timestamp", 3L),
            Map.of(),
            Map.of(),
            0,
            lost,
            doubled,
            0,
            0,
            List.of("lost: in-0-8"));
    return new AuditReport(
        100,
        1.5,
        missing,
        7,
        1L,
        List.of(),
        Detection.of(
            Map.of("10.0.0.1", "hex", "10.0.0.2", "pairs"), Set.of("10.0.0.1", "10.0.0.9")),
        Map.of("10.0.0.1", "hex", "10.0.0.2", "pairs"),
        MaliciousDomains.of(200, List.of("bad.com")),
        List.of(stage));
  }
}
