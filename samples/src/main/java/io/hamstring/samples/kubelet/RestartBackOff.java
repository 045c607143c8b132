package io.hamstring.samples.kubelet;

import java.time.Duration;

/**
 * How long a container waits before it is started again: the first time not at all longer than
 * {@code first}, doubled with each further failure up to {@code most}.
 *
 * @param forgottenAfter a run of this length clears the count
 */
public record RestartBackOff(Duration first, Duration most, Duration forgottenAfter) {

  /** Quicker than a cluster's 10 s to 5 min, so that a drill sees the restart. */
  public static final RestartBackOff QUICK =
      new RestartBackOff(Duration.ofMillis(200), Duration.ofSeconds(10), Duration.ofMinutes(1));

  private static final int MAX_DOUBLINGS = 20;

  public RestartBackOff {
    if (first.isNegative() || most.compareTo(first) < 0) {
      throw new IllegalArgumentException(
          "back-off must grow from first to most, was " + first + " to " + most);
    }
  }

  /** The wait after {@code failures} in a row, at least 1. */
  Duration after(int failures) {
    var wait = first.multipliedBy(1L << Math.min(failures - 1, MAX_DOUBLINGS));
    return wait.compareTo(most) < 0 ? wait : most;
  }
}
