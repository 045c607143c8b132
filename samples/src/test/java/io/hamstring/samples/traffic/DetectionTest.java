package io.hamstring.samples.traffic;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.hamstring.contract.settings.Section;
import io.hamstring.recovery.processing.Batch;
import io.hamstring.recovery.processing.InputRecord;
import io.hamstring.recovery.processing.OutputRecord;
import io.hamstring.recovery.processing.Partition;
import io.hamstring.recovery.processing.RecordHeader;
import io.hamstring.recovery.processing.StageProcessor;
import io.hamstring.samples.audit.Detection;
import io.hamstring.worker.stage.collector.CollectorProcessor;
import io.hamstring.worker.stage.collector.CollectorSettings;
import io.hamstring.worker.stage.detector.BuiltInModel;
import io.hamstring.worker.stage.detector.DetectorOutputs;
import io.hamstring.worker.stage.detector.DetectorProcessor;
import io.hamstring.worker.stage.detector.domainator.DomainatorProcessor;
import io.hamstring.worker.stage.detector.domainator.WindowModel;
import io.hamstring.worker.stage.format.OutputLimits;
import io.hamstring.worker.stage.inspector.Inspector;
import io.hamstring.worker.stage.inspector.InspectorProcessor;
import io.hamstring.worker.stage.inspector.InspectorSettings;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The pipeline's stages on generated traffic, one after the other, without Kafka. */
class DetectionTest {

  private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");
  private static final int LINES = 20_000;

  private final ObjectMapper json = new ObjectMapper();

  /** On families that neither training nor the choice of thresholds has seen. */
  @Test
  void plantedClientsAreFoundAndOthersLeftAlone() throws Exception {
    for (long seed : new long[] {70_000, 70_001}) {
      for (int batch : new int[] {2_000}) {
        var detection = detection(seed, batch);

        assertThat(detection.precision())
            .as("%d %d %s", seed, batch, detection)
            .isGreaterThanOrEqualTo(0.95);
        assertThat(detection.recall())
            .as("%d %d %s", seed, batch, detection)
            .isGreaterThanOrEqualTo(0.95);
      }
    }
  }

  private Detection detection(long seed, int batch) throws Exception {
    var traffic = new DnsTraffic(seed, START);
    var partitions = new TreeMap<Integer, List<byte[]>>();
    for (int i = 0; i < LINES; i++) {
      var line = traffic.next();
      partitions.computeIfAbsent(partition(line), p -> new ArrayList<>()).add(line);
    }
    var alerted = new TreeSet<String>();
    for (var lines : partitions.values()) {
      alerted.addAll(alerted(lines, batch));
    }
    return Detection.of(traffic.planted(), alerted);
  }

  /** As the logserver keys them: clients of a subnet are in one partition. */
  private static int partition(byte[] line) {
    var text = new String(line, UTF_8);
    int at = text.indexOf("\"src_ip\":\"");
    var rest = at < 0 ? "" : text.substring(at + 10, text.indexOf('"', at + 10));
    int end = Math.max(rest.lastIndexOf('.'), rest.lastIndexOf(':'));
    return end < 0 ? 0 : Math.floorMod(rest.substring(0, end).hashCode(), 6);
  }

  private Set<String> alerted(List<byte[]> lines, int size) throws Exception {
    var collected = run(collector(), lines, size);
    var clients = run(inspector(), collected, 50);
    var outputs =
        new DetectorOutputs(
            "detector", new OutputLimits(900_000, 10_000), List.of("out"), List.of());
    var alerts =
        new ArrayList<>(run(new DetectorProcessor(BuiltInModel.load(), 0.5, outputs), clients, 10));
    alerts.addAll(
        run(
            new DomainatorProcessor(WindowModel.builtIn(), 0.5, Set.of(), 1_000, outputs),
            clients,
            10));
    var alerted = new TreeSet<String>();
    for (var alert : alerts) {
      alerted.add(json.readTree(alert).get("src_ip").asText());
    }
    return alerted;
  }

  private static StageProcessor<?> collector() {
    Map<String, Object> config =
        Map.of(
            "requiredLogInformation",
            List.of(
                List.of("ts", "Timestamp", "%Y-%m-%dT%H:%M:%S"),
                List.of("src_ip", "IpAddress"),
                List.of("domain_name", "RegEx", "^[A-Za-z0-9_.-]+$")));
    return new CollectorProcessor(
        CollectorSettings.of(Section.at("config", config, new ArrayList<>())), List.of("out"));
  }

  private static StageProcessor<?> inspector() {
    var settings = InspectorSettings.of(Section.at("config", Map.of(), new ArrayList<>()));
    return inspector(settings.inspector(), settings);
  }

  private static <S> StageProcessor<S> inspector(
      Inspector<S> inspector, InspectorSettings settings) {
    return new InspectorProcessor<>(inspector, settings.limits(), List.of("out"));
  }

  private static <S> List<byte[]> run(StageProcessor<S> stage, List<byte[]> values, int size)
      throws Exception {
    var partition = new Partition("in", 0);
    var records =
        IntStream.range(0, values.size())
            .<InputRecord>mapToObj(i -> new Line(partition, i, values.get(i)))
            .toList();
    var outputs = new ArrayList<byte[]>();
    var state = stage.initialState();
    for (int start = 0; start < records.size(); start += size) {
      var part = records.subList(start, Math.min(start + size, records.size()));
      var result = stage.process(new Batch(partition, part), state);
      state = result.state();
      result.outputs().stream().map(OutputRecord::value).forEach(outputs::add);
    }
    return outputs;
  }

  @SuppressWarnings("ArrayRecordComponent")
  private record Line(Partition partition, long offset, byte[] value) implements InputRecord {

    @Override
    public long timestamp() {
      return 1_748_779_200_000L + offset;
    }

    @Override
    public byte[] key() {
      return null;
    }

    @Override
    public List<RecordHeader> headers() {
      return List.of();
    }

    @Override
    public byte[] header(String name) {
      return null;
    }

    @Override
    public int size() {
      return value.length;
    }
  }
}
