package io.hamstring.worker.stage.detector.domainator;

import com.fasterxml.jackson.databind.JsonNode;
import io.hamstring.recovery.processing.Batch;
import io.hamstring.recovery.processing.Result;
import io.hamstring.recovery.processing.StageProcessor;
import io.hamstring.worker.stage.detector.Alert.Warning;
import io.hamstring.worker.stage.detector.DetectorOutputs;
import io.hamstring.worker.stage.detector.RegisteredDomain;
import io.hamstring.worker.stage.format.BatchDocument;
import io.hamstring.worker.stage.format.Json;
import io.hamstring.worker.stage.format.MalformedBatchException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The detector of data carried in names: it judges the newest names that a client asked for under
 * one registered domain, and warns once of each domain in a batch. The windows with a finding go to
 * the detectors after it.
 */
public final class DomainatorProcessor implements StageProcessor<NameWindows> {

  /** Batches that rebuild the windows of a partition. */
  static final int LOOK_BACK = 256;

  private final WindowModel model;
  private final double threshold;
  private final Set<String> ignored;
  private final int mostWindows;
  private final DetectorOutputs outputs;

  /**
   * A processor.
   *
   * @param ignored registered domains that are not judged
   * @param mostWindows how many windows are remembered of a partition
   */
  public DomainatorProcessor(
      WindowModel model,
      double threshold,
      Set<String> ignored,
      int mostWindows,
      DetectorOutputs outputs) {
    this.model = model;
    this.threshold = threshold;
    this.ignored = Set.copyOf(ignored);
    this.mostWindows = mostWindows;
    this.outputs = outputs;
  }

  @Override
  public Result<NameWindows> process(Batch batch, NameWindows before) {
    var result = new Result.Builder();
    var state = before;
    for (var record : batch.records()) {
      try {
        var document = BatchDocument.parse(record.value());
        var work = new Work(DetectorOutputs.client(record, document), state);
        document.singleLines().forEach(work::add);
        state = state.with(work.heard, mostWindows);
        outputs.add(record, document, work.warnings, DomainatorProcessor::window, result);
      } catch (MalformedBatchException malformed) {
        result.rejection(record, malformed.getMessage());
      }
    }
    return result.build(state);
  }

  private static JsonNode window(Warning warning) {
    return Json.list(warning.request());
  }

  @Override
  public NameWindows initialState() {
    return NameWindows.NONE;
  }

  @Override
  public int lookBack() {
    return LOOK_BACK;
  }

  /** One client's batch while its lines are added. */
  private final class Work {

    private final String client;
    private final NameWindows before;
    private final Map<String, NameWindow> heard = new LinkedHashMap<>();
    private final Set<String> found = new HashSet<>();
    private final List<Warning> warnings = new ArrayList<>();

    Work(String client, NameWindows before) {
      this.client = client;
      this.before = before;
    }

    void add(JsonNode line) {
      var name = Json.text(line, "domain_name").orElse("");
      var domain = RegisteredDomain.of(name).orElse(null);
      if (domain == null || ignored.contains(domain.toString())) {
        return;
      }
      var prefix = domain.prefixOf(name);
      if (prefix.isEmpty()) {
        return;
      }
      var key = client + ' ' + domain;
      var window = heard.containsKey(key) ? heard.get(key) : before.of(key);
      var next = window.with(prefix, line);
      // Once found, its later names only wait for the next batch: it bounds the work and the alert.
      if (next != window && next.size() >= NameWindow.LEAST && !found.contains(key)) {
        next = next.compared();
        judge(key, next);
      }
      heard.put(key, next);
    }

    private void judge(String key, NameWindow window) {
      double probability = model.probability(window);
      if (probability > threshold) {
        found.add(key);
        warnings.add(
            new Warning(window.lines(), probability, outputs.detector(), model.checksum()));
      }
    }
  }
}
