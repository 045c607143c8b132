package io.hamstring.worker.stage;

import static io.hamstring.worker.stage.Records.batch;
import static io.hamstring.worker.stage.Records.read;
import static io.hamstring.worker.stage.Records.text;
import static io.hamstring.worker.stage.StageSettings.processor;
import static org.assertj.core.api.Assertions.assertThat;

import io.hamstring.contract.StageType;
import io.hamstring.contract.settings.WorkerSettings.Output;
import io.hamstring.recovery.processing.Batch;
import io.hamstring.recovery.processing.OutputRecord;
import io.hamstring.recovery.processing.StageProcessor;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A line's way through all six stages. */
class StageChainTest {

  private static final String ZEEK =
      "{\"_path\":\"dns\",\"ts\":\"2018-03-24T17:15:20.865716Z\",\"uid\":\"CqKst53mF3det3eDV9\","
          + "\"id.orig_h\":\"10.47.1.100\",\"id.orig_p\":41772,\"id.resp_h\":\"10.0.0.100\","
          + "\"id.resp_p\":53,\"proto\":\"udp\",\"rtt\":0.0008699893951416016,"
          + "\"query\":\"kq3v9z8x7wj2hf5d.com\",\"qtype_name\":\"A\",\"rcode\":3,"
          + "\"rcode_name\":\"NXDOMAIN\",\"TTLs\":[2230.0],\"rejected\":false}";

  /** One client's, who asks for generated names. */
  private static Batch lines() {
    return batch(
        Stream.of("kq3v9z8x7wj2hf5d", "xmpqzrtvkwbnh", "u7d2k0q9f4w8z1", "wqjzkvxhpt", "q8x2w7k4n9")
            .map(label -> ZEEK.replace("kq3v9z8x7wj2hf5d", label))
            .toArray(String[]::new));
  }

  @Test
  void linesOfZeekBecomeAnAlert() throws Exception {
    var alerts = alertsOf(lines());

    assertThat(alerts).hasSize(1);
    assertThat(text(alerts.get(0).key())).isEqualTo("10.47.1.100");
    assertThat(text(alerts.get(0).value()))
        .startsWith("{\"overall_score\":0.")
        .contains("\"domain_names\":[\"kq3v9z8x7wj2hf5d.com\"]")
        .endsWith("\"detector_name\":\"X-name\"}");
  }

  @Test
  void aReplayOfTheWholeChainGivesTheSameBytes() throws Exception {
    var once = alertsOf(lines());
    var again = alertsOf(lines());

    assertThat(again).usingRecursiveComparison().isEqualTo(once);
  }

  private static List<OutputRecord> alertsOf(Batch lines) throws Exception {
    var collected = through(lines, StageType.LOGSERVER, StageType.COLLECTOR, Map.of());
    var batches = through(collected, StageType.COLLECTOR, StageType.PREFILTER, Map.of());
    var filtered =
        through(
            batches,
            StageType.PREFILTER,
            StageType.INSPECTOR,
            Map.of("relevanceMethod", "check_dga_relevance"));
    var suspicious = through(filtered, StageType.INSPECTOR, StageType.DETECTOR, Map.of());
    var alerts = through(suspicious, StageType.DETECTOR, StageType.ALERTER, Map.of());
    var alerter = processor(StageType.ALERTER, Map.of(), new Output("out", StageType.CUSTOM));
    return outputs(alerter, alerts);
  }

  private static Batch through(
      Batch batch, StageType type, StageType next, Map<String, Object> config) throws Exception {
    return read("out", outputs(processor(type, config, new Output("out", next)), batch));
  }

  private static List<OutputRecord> outputs(StageProcessor<Object> stage, Batch batch)
      throws Exception {
    return stage.process(batch, stage.initialState()).outputs();
  }
}
