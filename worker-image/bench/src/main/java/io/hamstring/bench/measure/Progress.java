package io.hamstring.bench.measure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;

/**
 * How fast a group's committed offsets move: the slope between the first and the last commit that
 * were seen, so that neither the start nor the edges of the window count.
 */
public final class Progress {

  private static final Duration LOOK = Duration.ofMillis(10);
  private static final Duration START_BOUND = Duration.ofSeconds(60);

  private final Admin admin;
  private final String group;
  private final List<Sample> samples = new ArrayList<>();

  /** Watches {@code group}. */
  public Progress(Admin admin, String group) {
    this.admin = admin;
    this.group = group;
  }

  /**
   * Waits for the first commit.
   *
   * @return what it took
   * @throws IllegalStateException if none came within a minute
   */
  public Duration awaitFirst() {
    long began = System.nanoTime();
    while (committed() == 0) {
      if (System.nanoTime() - began > START_BOUND.toNanos()) {
        throw new IllegalStateException(group + " committed nothing within " + START_BOUND);
      }
      LockSupport.parkNanos(LOOK.toNanos());
    }
    return Duration.ofNanos(System.nanoTime() - began);
  }

  /** Waits without looking, so that a start that is not yet warm does not count. */
  public void skip(Duration time) {
    LockSupport.parkNanos(time.toNanos());
  }

  /** Looks on for as long as {@code window} lasts and there is anything left of {@code total}. */
  public void watch(Duration window, long total) {
    long began = System.nanoTime();
    long last = -1;
    while (System.nanoTime() - began < window.toNanos() && last < total) {
      long now = committed();
      if (now != last) {
        samples.add(new Sample(System.nanoTime(), now));
        last = now;
      }
      LockSupport.parkNanos(LOOK.toNanos());
    }
  }

  /** Records per second; empty if too few commits were seen to say. */
  public OptionalDouble rate() {
    return rate(samples);
  }

  static OptionalDouble rate(List<Sample> samples) {
    // The first sample is the state that was found, not a commit that was seen to come.
    if (samples.size() < 3) {
      return OptionalDouble.empty();
    }
    var first = samples.get(1);
    var last = samples.get(samples.size() - 1);
    double seconds = (last.nanos - first.nanos) / 1e9;
    return seconds <= 0
        ? OptionalDouble.empty()
        : OptionalDouble.of((last.records - first.records) / seconds);
  }

  /** Records committed by now. */
  public long committed() {
    try {
      return admin
          .listConsumerGroupOffsets(group)
          .partitionsToOffsetAndMetadata()
          .get()
          .values()
          .stream()
          .filter(offset -> offset != null)
          .mapToLong(offset -> offset.offset())
          .sum();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", interrupted);
    } catch (ExecutionException notYet) {
      return 0;
    }
  }

  /** Records committed at a time. */
  record Sample(long nanos, long records) {}
}
