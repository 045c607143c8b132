package io.hamstring.samples.audit;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * How well the alerts tell planted clients from others, per client.
 *
 * @param precision the share of planted ones among the clients that an alert names; 1 without alert
 * @param recall the share of planted clients that an alert names; 1 when none is planted
 * @param missed planted clients that no alert names, each with its family of names
 * @param wronged clients that an alert names and nobody planted
 */
@JsonPropertyOrder({"precision", "recall"})
public record Detection(
    double precision, double recall, List<String> missed, List<String> wronged) {

  public Detection {
    missed = List.copyOf(missed);
    wronged = List.copyOf(wronged);
  }

  /**
   * Compares.
   *
   * @param planted the family of each planted client
   * @param alerted clients that an alert names
   */
  public static Detection of(Map<String, String> planted, Set<String> alerted) {
    var missed = new ArrayList<String>();
    planted.forEach(
        (client, family) -> {
          if (!alerted.contains(client)) {
            missed.add(client + " (" + family + ")");
          }
        });
    var wronged = alerted.stream().filter(client -> !planted.containsKey(client)).sorted().toList();
    return new Detection(
        share(alerted.size() - wronged.size(), alerted.size()),
        share(planted.size() - missed.size(), planted.size()),
        missed,
        wronged);
  }

  private static double share(int part, int whole) {
    return whole == 0 ? 1 : Math.round(10_000.0 * part / whole) / 10_000.0;
  }

  /** The lines for a person. */
  List<String> lines() {
    var lines = new ArrayList<String>();
    lines.add(
        String.format(Locale.ROOT, "detection: precision=%.3f recall=%.3f", precision, recall));
    missed.forEach(client -> lines.add("  not found: " + client));
    wronged.forEach(client -> lines.add("  alerted, but not planted: " + client));
    return lines;
  }
}
