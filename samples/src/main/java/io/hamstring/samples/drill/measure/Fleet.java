package io.hamstring.samples.drill.measure;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What the outputs seen so far say of a running fleet. Confined to one thread. */
public final class Fleet {

  private static final long STEADY_FOR = 3_000;
  private static final long FRESH = 1_000;

  private final int workers;
  private final int partitions;
  private final List<Effect> effects = new ArrayList<>();
  private final Map<Integer, Effect> latest = new HashMap<>();
  private final Map<Integer, Long> since = new HashMap<>();

  /** A fleet of {@code workers} that share {@code partitions} evenly. */
  public Fleet(int workers, int partitions) {
    this.workers = workers;
    this.partitions = partitions;
  }

  /** Takes what was seen since. */
  public void take(List<Effect> more) {
    more.stream().sorted(Comparator.comparingLong(Effect::written)).forEach(this::take);
  }

  private void take(Effect effect) {
    effects.add(effect);
    var before = latest.put(effect.partition(), effect);
    if (before == null || !before.worker().equals(effect.worker())) {
      since.put(effect.partition(), effect.written());
    }
  }

  /** How many outputs there are. */
  public int size() {
    return effects.size();
  }

  /** All outputs. */
  public List<Effect> effects() {
    return List.copyOf(effects);
  }

  /** Who works on the partitions now. */
  public List<String> workers() {
    var names = new TreeSet<String>();
    latest.values().forEach(effect -> names.add(effect.worker()));
    return List.copyOf(names);
  }

  /** Whether every worker has had its even share for a few seconds, and all of them flow. */
  public boolean isSteady(long now) {
    var shares = new HashMap<String, Integer>();
    latest.values().forEach(effect -> shares.merge(effect.worker(), 1, Integer::sum));
    return latest.size() == partitions
        && shares.size() == workers
        && shares.values().stream().allMatch(share -> share == partitions / workers)
        && since.values().stream().allMatch(moment -> now - moment >= STEADY_FOR)
        && latest.values().stream().allMatch(effect -> now - effect.written() < FRESH);
  }

  /** How many partitions each worker has, and how old its latest outputs are, for a person. */
  public String shares(long now) {
    return latest.values().stream()
        .sorted(Comparator.comparingInt(Effect::partition))
        .map(
            effect ->
                "partition %d: %s, %d ms ago"
                    .formatted(effect.partition(), effect.worker(), now - effect.written()))
        .collect(Collectors.joining("; "));
  }

  /** The partitions of {@code owned} that others than {@code victim} have worked on since. */
  public Set<Integer> takenOver(Set<Integer> owned, String victim, long fault) {
    var taken = new HashSet<Integer>();
    for (int number : owned) {
      var effect = latest.get(number);
      if (effect != null && !effect.worker().equals(victim) && effect.written() >= fault) {
        taken.add(number);
      }
    }
    return taken;
  }
}
