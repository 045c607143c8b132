package io.hamstring.samples.drill.measure;

/**
 * When what happened, in milliseconds since 1970.
 *
 * @param fault just before the worker was hit
 * @param resumed just before it was let go on; {@link #NEVER} if it was not frozen
 * @param end when the last record was fed
 */
public record Moments(long fault, long resumed, long end) {

  /** It did not happen. */
  public static final long NEVER = -1;

  /** Whether a frozen worker was let go on. */
  public boolean wasResumed() {
    return resumed != NEVER;
  }

  /** The end of what the fault alone explains. */
  long endOfFault() {
    return wasResumed() ? resumed : end;
  }

  /** Seconds since the fault. */
  public double sinceFault(long moment) {
    return (moment - fault) / 1_000.0;
  }
}
