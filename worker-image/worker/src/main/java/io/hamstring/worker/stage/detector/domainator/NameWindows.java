package io.hamstring.worker.stage.detector.domainator;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The windows of the clients of a partition, one for each client and registered domain. Immutable;
 * the window that heard nothing for longest is forgotten first.
 */
public final class NameWindows {

  /** Of a partition of which nothing is known. */
  static final NameWindows NONE = new NameWindows(Map.of());

  /** The silent ones first. */
  private final Map<String, NameWindow> byDomain;

  private NameWindows(Map<String, NameWindow> byDomain) {
    this.byDomain = Collections.unmodifiableMap(byDomain);
  }

  NameWindow of(String key) {
    return byDomain.getOrDefault(key, NameWindow.EMPTY);
  }

  /** With these windows in the place of the old ones; they are now the ones heard last. */
  NameWindows with(Map<String, NameWindow> heard, int most) {
    var next = new LinkedHashMap<>(byDomain);
    next.keySet().removeAll(Set.copyOf(heard.keySet()));
    next.putAll(heard);
    var oldest = next.keySet().iterator();
    for (int surplus = next.size() - most; surplus > 0; surplus--) {
      oldest.next();
      oldest.remove();
    }
    return new NameWindows(next);
  }

  int size() {
    return byDomain.size();
  }
}
