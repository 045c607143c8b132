package io.hamstring.samples.drill.measure;

import io.hamstring.samples.drill.measure.Strip.Segment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** The committed outputs of a run in the order of time, and what they say. Pure. */
public final class Timeline {

  /** A pause that a plot shows; a worker with three partitions takes turns of 250 ms each. */
  private static final long SHOWN_PAUSE = 1_000;

  private static final long SHOWN_BEFORE = 5_000;

  private final Map<Integer, List<Effect>> bySource;
  private final Map<Integer, List<Effect>> byOutput;
  private final String victim;
  private final Moments moments;

  /**
   * @param victim the worker that was hit
   */
  public Timeline(List<Effect> effects, String victim, Moments moments) {
    bySource = grouped(effects, Effect::partition);
    byOutput = grouped(effects, Effect::output);
    this.victim = victim;
    this.moments = moments;
  }

  /** What became of each input partition. */
  public List<PartitionFindings> partitions() {
    return bySource.keySet().stream().map(this::partition).toList();
  }

  /** Longest time in seconds in which a read_committed reader saw nothing of some partition. */
  public double downstreamSilence() {
    return Math.max(downstreamSilence(bySource), downstreamSilence(byOutput));
  }

  /** Who worked on which partition when, from a few seconds before the fault on. */
  public List<Strip> strips() {
    return bySource.entrySet().stream()
        .map(entry -> new Strip(entry.getKey(), segments(entry.getValue())))
        .toList();
  }

  /** Who works on {@code effects}' partitions, as the latest outputs before {@code moment} say. */
  public static Map<Integer, String> owners(List<Effect> effects, long moment) {
    var owners = new TreeMap<Integer, String>();
    effects.stream()
        .filter(effect -> effect.written() < moment)
        .sorted(Comparator.comparingLong(Effect::written))
        .forEach(effect -> owners.put(effect.partition(), effect.worker()));
    return owners;
  }

  private PartitionFindings partition(int number) {
    var effects = bySource.get(number);
    var owner = owners(effects, moments.fault()).getOrDefault(number, "");
    return new PartitionFindings(
        number,
        owner,
        owner.equals(victim) ? takeover(effects) : null,
        silence(effects, Effect::written, moments.fault(), moments.endOfFault()),
        silence(effects, Effect::seen, moments.fault(), moments.endOfFault()),
        moments.wasResumed()
            ? silence(effects, Effect::written, moments.resumed(), moments.end())
            : null);
  }

  private Double takeover(List<Effect> effects) {
    var first =
        effects.stream()
            .filter(effect -> !effect.worker().equals(victim))
            .mapToLong(Effect::written)
            .filter(written -> written >= moments.fault())
            .min();
    return first.isPresent() ? moments.sinceFault(first.getAsLong()) : null;
  }

  private double downstreamSilence(Map<Integer, List<Effect>> grouped) {
    return grouped.values().stream()
        .mapToDouble(
            effects -> silence(effects, Effect::seen, moments.fault(), moments.endOfFault()))
        .max()
        .orElse(moments.sinceFault(moments.endOfFault()));
  }

  private static double silence(
      List<Effect> effects, ToLongFunction<Effect> clock, long from, long to) {
    var times = effects.stream().mapToLong(clock).sorted().toArray();
    long last = from;
    long longest = 0;
    for (long time : times) {
      if (time > to) {
        break;
      }
      if (time > from) {
        longest = Math.max(longest, time - last);
      }
      last = time;
    }
    return Math.max(longest, to - last) / 1_000.0;
  }

  private List<Segment> segments(List<Effect> effects) {
    var segments = new ArrayList<Segment>();
    Effect first = null;
    Effect last = null;
    for (var effect : effects) {
      if (effect.written() < moments.fault() - SHOWN_BEFORE || effect.written() > moments.end()) {
        continue;
      }
      boolean goesOn =
          last != null
              && last.worker().equals(effect.worker())
              && effect.written() - last.written() <= SHOWN_PAUSE;
      if (!goesOn) {
        add(segments, first, last);
        first = effect;
      }
      last = effect;
    }
    add(segments, first, last);
    return segments;
  }

  private void add(List<Segment> segments, Effect first, Effect last) {
    if (first != null) {
      segments.add(
          new Segment(
              first.worker(),
              moments.sinceFault(first.written()),
              moments.sinceFault(last.written())));
    }
  }

  private static Map<Integer, List<Effect>> grouped(
      List<Effect> effects, ToIntFunction<Effect> key) {
    return effects.stream()
        .sorted(Comparator.comparingLong(Effect::written))
        .collect(Collectors.groupingBy(key::applyAsInt, TreeMap::new, Collectors.toList()));
  }
}
