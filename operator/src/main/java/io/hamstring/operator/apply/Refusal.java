package io.hamstring.operator.apply;

import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * A write that Kubernetes refused. The same write is tried again, ever more seldom: an object that
 * can never be what is desired, such as one whose selector differs, costs four writes in the first
 * ten minutes and twelve an hour.
 *
 * @param object kind and name
 * @param write what was to be written and onto what; another write is tried at once
 * @param words what is said of it
 * @param times how often it was refused, at least 1
 * @param again when it is tried again
 */
public record Refusal(String object, String write, String words, int times, Instant again) {

  /** What makes no sense to the server as it is. */
  private static final List<Integer> SENSELESS = List.of(HttpURLConnection.HTTP_BAD_REQUEST, 422);

  private static final List<Duration> PAUSES =
      List.of(Duration.ofSeconds(10), Duration.ofMinutes(1), Duration.ofMinutes(5));

  /** Rights and quotas are given from outside, and whoever gave them waits to see it. */
  private static final int PAUSES_FOR_RIGHTS = 2;

  /** The first or the next refusal of a write. */
  static Refusal of(
      String object,
      String write,
      String words,
      KubernetesClientException refused,
      int timesBefore,
      Instant now) {
    var pauses = SENSELESS.contains(refused.getCode()) ? PAUSES.size() : PAUSES_FOR_RIGHTS;
    var pause = PAUSES.get(Math.min(timesBefore, pauses - 1));
    return new Refusal(object, write, words, timesBefore + 1, now.plus(pause));
  }

  /** Whether this is that very write, and too early to try it again. */
  boolean holdsBack(String otherWrite, Instant now) {
    return write.equals(otherWrite) && now.isBefore(again);
  }
}
