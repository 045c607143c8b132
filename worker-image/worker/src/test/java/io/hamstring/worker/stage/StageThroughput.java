package io.hamstring.worker.stage;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hamstring.contract.StageType;
import io.hamstring.contract.settings.WorkerSettings.Output;
import io.hamstring.recovery.processing.Batch;
import io.hamstring.recovery.processing.InputRecord;
import io.hamstring.recovery.processing.OutputRecord;
import io.hamstring.worker.stage.detector.training.NameFamilies;
import io.hamstring.worker.stage.detector.training.NameFamily.Origin;
import io.hamstring.worker.stage.detector.training.NameFamily.Use;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.zip.GZIPInputStream;

/**
 * Prints how many log lines each stage works on in a second of processor time, on one thread,
 * without Kafka. The argument, if there is one, is a file of lines (plain or {@code .gz}); without
 * it lines are generated. It also prints what became of the lines, by rule.
 */
public final class StageThroughput {

  private static final int ROUNDS = 5;

  private StageThroughput() {}

  /** Runs all six stages one after the other. */
  public static void main(String[] arguments) throws Exception {
    var lines = arguments.length > 0 ? read(Path.of(arguments[0])) : generated(50_000);
    var batch = Records.batchOf(0, lines.toArray(byte[][]::new));
    var collected = measured("logserver", StageType.LOGSERVER, Map.of(), batch, 50, r -> 1);
    var batches = measured("collector", StageType.COLLECTOR, Map.of(), collected, 2_000, r -> 1);
    var filtered =
        measured(
            "prefilter",
            StageType.PREFILTER,
            Map.of("relevanceMethod", "no_relevance_check"),
            batches,
            50,
            StageThroughput::lines);
    var suspicious =
        measured("inspector", StageType.INSPECTOR, Map.of(), filtered, 50, StageThroughput::lines);
    var alerts =
        measured("detector", StageType.DETECTOR, Map.of(), suspicious, 10, StageThroughput::lines);
    if (alerts != null) {
      measured("alerter", StageType.ALERTER, Map.of(), alerts, 25, r -> 1);
    }
  }

  private static Batch measured(
      String name,
      StageType type,
      Map<String, Object> config,
      Batch input,
      int size,
      ToLongFunction<InputRecord> lines)
      throws Exception {
    long count = input.records().stream().mapToLong(lines).sum();
    Batch output = null;
    double best = Double.MAX_VALUE;
    var cpu = ManagementFactory.getThreadMXBean();
    for (int round = 0; round < ROUNDS; round++) {
      long start = cpu.getCurrentThreadCpuTime();
      output = run(name, type, config, input, size, round == 0);
      best = Math.min(best, (cpu.getCurrentThreadCpuTime() - start) / 1e9);
    }
    System.out.printf(
        "%-10s %,9d lines in %,7d records: %,9.0f lines/s%n",
        name, count, input.size(), count / best);
    return output;
  }

  private static Batch run(
      String name, StageType type, Map<String, Object> config, Batch input, int size, boolean print)
      throws Exception {
    var stage = StageSettings.processor(type, config, new Output("out", StageType.CUSTOM));
    var state = stage.initialState();
    var outputs = new ArrayList<OutputRecord>();
    var rules = new TreeMap<String, Integer>();
    for (int start = 0; start < input.size(); start += size) {
      var part = input.records().subList(start, Math.min(start + size, input.size()));
      var result = stage.process(new Batch(input.partition(), part), state);
      state = result.state();
      outputs.addAll(result.outputs());
      result.disposals().forEach(disposal -> rules.merge(disposal.rule(), 1, Integer::sum));
      result.rejections().forEach(rejection -> rules.merge(rejection.reason(), 1, Integer::sum));
    }
    if (print) {
      System.out.println(name + ": " + outputs.size() + " outputs, ended here " + rules);
    }
    return outputs.isEmpty() ? null : Records.read("out", outputs);
  }

  private static long lines(InputRecord batch) {
    long lines = 0;
    var text = new String(batch.value(), UTF_8);
    for (int at = text.indexOf("logline_id"); at >= 0; at = text.indexOf("logline_id", at + 1)) {
      lines++;
    }
    return lines;
  }

  private static List<byte[]> generated(int count) {
    var random = new Random(1);
    var benign = NameFamilies.of(Origin.BENIGN, Use.NAMES);
    var generated = NameFamilies.of(Origin.GENERATED, Use.NAMES);
    var lines = new ArrayList<byte[]>();
    for (int i = 0; i < count; i++) {
      var client = "10.0." + random.nextInt(20) + "." + random.nextInt(50);
      var name = NameFamilies.next(random.nextInt(20) == 0 ? generated : benign, random);
      lines.add(Lines.line(client, i / 100, name, "NXDOMAIN").getBytes(UTF_8));
    }
    return lines;
  }

  private static List<byte[]> read(Path file) throws IOException {
    try (var stream = Files.newInputStream(file);
        var text = file.toString().endsWith(".gz") ? new GZIPInputStream(stream) : stream) {
      return new String(text.readAllBytes(), UTF_8).lines().map(l -> l.getBytes(UTF_8)).toList();
    }
  }
}
