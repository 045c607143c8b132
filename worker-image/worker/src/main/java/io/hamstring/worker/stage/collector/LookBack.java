package io.hamstring.worker.stage.collector;

import io.hamstring.worker.stage.collector.CollectorSettings.LookBackLimits;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The lines of the batch before, by subnet: what goes in front of the next batch of the same
 * subnet. A subnet without lines in a batch is forgotten, as in HAMSTRING, so nothing is kept for
 * ever.
 */
public final class LookBack {

  /** Nothing is known. */
  static final LookBack NONE = new LookBack(Map.of());

  private final Map<String, List<CollectedLine>> bySubnet;

  private LookBack(Map<String, List<CollectedLine>> bySubnet) {
    this.bySubnet = bySubnet;
  }

  /**
   * The newest of these lines that the limits leave.
   *
   * @param subnets of the lines, one each
   * @param lines in the order of their offsets
   */
  static LookBack of(List<String> subnets, List<CollectedLine> lines, LookBackLimits limits) {
    var kept = new HashMap<String, List<CollectedLine>>();
    long bytes = 0;
    int oldest = Math.max(0, lines.size() - limits.lines());
    for (int i = lines.size() - 1; i >= oldest; i--) {
      bytes += lines.get(i).size();
      if (bytes > limits.bytes()) {
        break;
      }
      kept.computeIfAbsent(subnets.get(i), subnet -> new ArrayList<>()).add(lines.get(i));
    }
    kept.values().forEach(Collections::reverse);
    return new LookBack(kept);
  }

  /** The lines of a subnet in the order of their offsets; nobody changes them. */
  List<CollectedLine> of(String subnet) {
    return bySubnet.getOrDefault(subnet, List.of());
  }

  /** Number of subnets. */
  int subnets() {
    return bySubnet.size();
  }

  /** Number of lines of all subnets. */
  int lines() {
    return bySubnet.values().stream().mapToInt(List::size).sum();
  }
}
