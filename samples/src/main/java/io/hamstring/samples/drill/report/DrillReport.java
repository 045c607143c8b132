package io.hamstring.samples.drill.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.hamstring.samples.drill.measure.RunRecord;
import io.hamstring.samples.drill.plan.Combination;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What {@code report.json} holds. */
public final class DrillReport {

  private static final Comparator<RunRecord> ORDER =
      Comparator.comparing(RunRecord::protocol)
          .thenComparing(RunRecord::mode)
          .thenComparing(RunRecord::guard)
          .thenComparingInt(RunRecord::number);

  private final List<RunRecord> runs;

  /** Of these runs, in any order. */
  public DrillReport(List<RunRecord> runs) {
    this.runs = runs.stream().sorted(ORDER).toList();
  }

  List<RunRecord> runs() {
    return runs;
  }

  /** The runs of each combination. */
  Map<Combination, List<RunRecord>> byCombination() {
    var grouped = new LinkedHashMap<Combination, List<RunRecord>>();
    runs.forEach(
        run -> grouped.computeIfAbsent(run.combination(), c -> new ArrayList<>()).add(run));
    return grouped;
  }

  /**
   * Writes it.
   *
   * @throws IOException if the file cannot be written
   */
  public void write(Path file) throws IOException {
    var summary = new ArrayList<Map<String, Object>>();
    byCombination()
        .forEach(
            (about, some) -> {
              var entry = about(about);
              entry.put("runs", some.size());
              entry.put("median", Figures.median(some));
              entry.put("max", Figures.max(some));
              entry.put("partitionTakeoverMedianSeconds", Figures.partitionTakeover(some));
              entry.put("survivorSilenceP95Seconds", Figures.survivorSilenceP95(some));
              entry.put("survivorAborts", some.stream().mapToLong(RunRecord::survivorAborts).sum());
              entry.put(
                  "survivorRevocations",
                  some.stream().mapToLong(RunRecord::survivorRevocations).sum());
              summary.add(entry);
            });
    var whole = new LinkedHashMap<String, Object>();
    whole.put("runs", runs.stream().map(DrillReport::entry).toList());
    whole.put("summary", summary);
    new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValue(file.toFile(), whole);
  }

  private static Map<String, Object> entry(RunRecord run) {
    var entry = about(run.combination());
    entry.put("takeoverSeconds", run.takeoverSeconds());
    entry.put("downstreamSilenceSeconds", run.downstreamSilenceSeconds());
    entry.put("survivorSilenceSeconds", run.survivorSilenceSeconds());
    entry.put("lost", run.lost());
    entry.put("doubled", run.doubled());
    entry.put("replayed", run.replayed());
    entry.put("survivorRevocations", run.survivorRevocations());
    return entry;
  }

  private static Map<String, Object> about(Combination about) {
    var entry = new LinkedHashMap<String, Object>();
    entry.put("protocol", about.protocol().id());
    entry.put("mode", about.mode().id());
    entry.put("guard", about.guard().id());
    entry.put("standby", about.standby());
    return entry;
  }
}
