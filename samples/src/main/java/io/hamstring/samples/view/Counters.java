package io.hamstring.samples.view;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * Counters of a stage's workers over the whole run. A worker counts from its own start, so what a
 * dead incarnation had counted is kept. Confined to one thread.
 */
public final class Counters {

  /**
   * What one incarnation has counted.
   *
   * @param records input records committed
   */
  public record Counted(String stage, long records, long aborts, long recoveries) {}

  private record Sum(long records, Instant at) {}

  private final Map<String, Counted> byIncarnation = new HashMap<>();
  private final Map<String, Sum> lastSums = new HashMap<>();

  /** Takes what an incarnation says now. */
  public void take(String instanceId, Counted counted) {
    byIncarnation.put(instanceId, counted);
  }

  public long aborts(String stage) {
    return sum(stage, Counted::aborts);
  }

  public long recoveries(String stage) {
    return sum(stage, Counted::recoveries);
  }

  public long records(String stage) {
    return sum(stage, Counted::records);
  }

  /** Records committed per second since the last time it was asked for. */
  public double rate(String stage, Instant now) {
    long records = records(stage);
    var last = lastSums.put(stage, new Sum(records, now));
    double seconds = last == null ? 0 : Duration.between(last.at(), now).toMillis() / 1_000.0;
    return seconds <= 0 ? 0 : (records - last.records()) / seconds;
  }

  private long sum(String stage, ToLongFunction<Counted> figure) {
    return byIncarnation.values().stream()
        .filter(counted -> counted.stage().equals(stage))
        .mapToLong(figure)
        .sum();
  }
}
