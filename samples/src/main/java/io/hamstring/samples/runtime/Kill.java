package io.hamstring.samples.runtime;

import java.time.Duration;

/**
 * A wish to have one worker killed.
 *
 * @param stage whose worker
 * @param after how long after the feed began
 */
public record Kill(String stage, Duration after) {

  private static final double LONGEST_SECONDS = 86_400;

  /**
   * Reads {@code STAGE@SECONDS}, such as {@code dga-detector@10}.
   *
   * @throws IllegalArgumentException if the text has another form
   */
  public static Kill parse(String text) {
    int at = text.lastIndexOf('@');
    try {
      double seconds = Double.parseDouble(text.substring(at + 1));
      if (at < 1 || !(seconds >= 0 && seconds <= LONGEST_SECONDS)) {
        throw new NumberFormatException();
      }
      return new Kill(text.substring(0, at), Duration.ofMillis(Math.round(seconds * 1_000)));
    } catch (NumberFormatException notOne) {
      throw new IllegalArgumentException(
          "'" + text + "' is not STAGE@SECONDS, such as dga-detector@10", notOne);
    }
  }

  @Override
  public String toString() {
    return stage + "@" + after.toMillis() / 1_000.0;
  }
}
