package io.hamstring.samples.kubelet;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How many pods each replica set of a Deployment is to have next, on the way from old templates to
 * the current one. Pure, and called again after every change.
 *
 * @param replicas pods wanted in all
 * @param maxSurge pods allowed beyond that
 * @param maxUnavailable pods that may be missing meanwhile
 * @param paused whether only the number of pods follows the spec, not the template
 */
record Rollout(int replicas, int maxSurge, int maxUnavailable, boolean paused) {

  /**
   * A replica set as it is.
   *
   * @param wanted pods it is to have
   * @param available pods of it that are ready
   */
  record Replicas(String name, int wanted, int available) {}

  Rollout {
    // Neither more nor fewer would allow no step at all.
    maxUnavailable = maxSurge == 0 && maxUnavailable == 0 ? 1 : maxUnavailable;
  }

  /** Names and new sizes of the sets that change; {@code current} is the template's own. */
  Map<String, Integer> next(Replicas current, List<Replicas> old) {
    var total = current.wanted() + old.stream().mapToInt(Replicas::wanted).sum();
    if (paused) {
      return resized(current, old, replicas - total);
    }
    if (current.wanted() > replicas) {
      return Map.of(current.name(), replicas);
    }
    var room = Math.min(replicas - current.wanted(), replicas + maxSurge - total);
    return room > 0 ? Map.of(current.name(), current.wanted() + room) : shrunk(current, old, total);
  }

  private Map<String, Integer> shrunk(Replicas current, List<Replicas> old, int total) {
    var minAvailable = replicas - maxUnavailable;
    var unavailableNew = current.wanted() - Math.min(current.wanted(), current.available());
    var allowed = total - minAvailable - unavailableNew;
    var sizes = new TreeMap<String, Integer>();
    // Those that serve nobody go first.
    for (var set : old) {
      var cut = Math.min(allowed, Math.max(0, set.wanted() - set.available()));
      if (cut > 0) {
        sizes.put(set.name(), set.wanted() - cut);
        allowed -= cut;
      }
    }
    var available =
        current.available()
            + old.stream().mapToInt(set -> Math.min(set.wanted(), set.available())).sum();
    var spare = Math.min(allowed, available - minAvailable);
    for (var set : old) {
      var left = sizes.getOrDefault(set.name(), set.wanted());
      var cut = Math.min(spare, left);
      if (cut > 0) {
        sizes.put(set.name(), left - cut);
        spare -= cut;
      }
    }
    return sizes;
  }

  private static Map<String, Integer> resized(Replicas current, List<Replicas> old, int more) {
    if (more == 0) {
      return Map.of();
    }
    var largest = current;
    for (var set : old) {
      largest = set.wanted() > largest.wanted() ? set : largest;
    }
    return Map.of(largest.name(), Math.max(0, largest.wanted() + more));
  }
}
