package io.hamstring.worker.stage.inspector;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The newest counts of each subnet of a partition. Immutable; at most {@value #MAX_SUBNETS}
 * subnets, of which the one that was silent for longest is forgotten first.
 */
final class SubnetWindows {

  /** With windows of 50 counts about 60 kB. */
  static final int MAX_SUBNETS = 256;

  static final SubnetWindows EMPTY = new SubnetWindows(Map.of());

  /** The silent ones first. */
  private final Map<String, SeriesWindow> bySubnet;

  private SubnetWindows(Map<String, SeriesWindow> bySubnet) {
    this.bySubnet = Collections.unmodifiableMap(bySubnet);
  }

  Optional<SeriesWindow> of(String subnet) {
    return Optional.ofNullable(bySubnet.get(subnet));
  }

  /** With another window for a subnet, which is now the one heard last. */
  SubnetWindows with(String subnet, SeriesWindow window) {
    var next = new LinkedHashMap<>(bySubnet);
    next.remove(subnet);
    if (next.size() == MAX_SUBNETS) {
      next.remove(next.keySet().iterator().next());
    }
    next.put(subnet, window);
    return new SubnetWindows(next);
  }

  int size() {
    return bySubnet.size();
  }
}
