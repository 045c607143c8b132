package io.hamstring.bench.report;

import io.hamstring.bench.measure.Latency.Percentiles;
import io.hamstring.bench.measure.Measured;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a bench found.
 *
 * @param size bytes of a record's value
 * @param seconds of each window
 * @param rounds what each contender did in each round, in the order in which it ran
 * @param latencies may be empty
 */
public record BenchReport(
    int size, double seconds, List<List<Measured>> rounds, List<Percentiles> latencies) {

  /** Whose ratios to others are reported. */
  public static final String CORE = "core";

  public BenchReport {
    rounds = rounds.stream().map(List::copyOf).toList();
    latencies = List.copyOf(latencies);
  }

  /** Records per second of each contender, all rounds. */
  public Map<String, List<Double>> rates() {
    var rates = new LinkedHashMap<String, List<Double>>();
    rounds.forEach(
        round ->
            round.forEach(
                run ->
                    rates
                        .computeIfAbsent(run.contender(), name -> new ArrayList<>())
                        .add(run.recordsPerSecond())));
    return rates;
  }

  /** The median of each contender. */
  public Map<String, Double> medians() {
    var medians = new LinkedHashMap<String, Double>();
    rates().forEach((name, rates) -> medians.put(name, Medians.of(rates)));
    return medians;
  }

  /** The median of the ratios of each round, {@code core/peer}. */
  public Map<String, Double> ratios() {
    var ratios = new LinkedHashMap<String, Double>();
    for (var peer : rates().keySet()) {
      if (!peer.equals(CORE)) {
        var each = rounds.stream().map(round -> rate(round, CORE) / rate(round, peer)).toList();
        ratios.put(CORE + "/" + peer, Medians.of(each));
      }
    }
    return ratios;
  }

  /** The median of a figure of a contender over its runs. */
  double median(String contender, java.util.function.ToDoubleFunction<Measured> figure) {
    return Medians.of(
        rounds.stream()
            .flatMap(List::stream)
            .filter(run -> run.contender().equals(contender))
            .map(figure::applyAsDouble)
            .toList());
  }

  private static double rate(List<Measured> round, String contender) {
    return round.stream()
        .filter(run -> run.contender().equals(contender))
        .mapToDouble(Measured::recordsPerSecond)
        .findFirst()
        .orElse(Double.NaN);
  }

  /** As {@code report.json} has it. */
  public Map<String, Object> toMap() {
    var map = new LinkedHashMap<String, Object>();
    map.put("size", size);
    map.put("seconds", seconds);
    map.put("medians", medians());
    map.put("ratios", ratios());
    var starts = new LinkedHashMap<String, Double>();
    var bytes = new LinkedHashMap<String, Double>();
    for (var contender : rates().keySet()) {
      starts.put(contender, median(contender, Measured::startSeconds));
      double allocated = median(contender, Measured::bytesPerRecord);
      if (!Double.isNaN(allocated)) {
        bytes.put(contender, allocated);
      }
    }
    map.put("startSeconds", starts);
    map.put("allocatedBytesPerRecord", bytes);
    map.put(
        "rounds",
        rounds.stream()
            .map(
                round -> {
                  var rates = new LinkedHashMap<String, Double>();
                  round.forEach(run -> rates.put(run.contender(), run.recordsPerSecond()));
                  return rates;
                })
            .toList());
    map.put("latencies", latencies);
    return map;
  }
}
