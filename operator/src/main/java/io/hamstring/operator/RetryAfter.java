package io.hamstring.operator;

import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Waits as long as an API server asks for that has too much to do. The client tries again by
 * itself; version 7.9.0 reads {@code Retry-After} for that and then goes by its own pause (100 ms,
 * growing). No thread is held meanwhile.
 */
final class RetryAfter implements Interceptor {

  static final String NAME = "retry-after";

  /** The client gives a request up after ten seconds, and the wait is part of it. */
  private static final Duration LONGEST = Duration.ofSeconds(8);

  private static final int TOO_MANY_REQUESTS = 429;

  @Override
  public CompletableFuture<Boolean> afterFailure(
      HttpRequest.Builder request, HttpResponse<?> response, RequestTags tags) {
    var wait = asked(response);
    // False leaves the next try to the client.
    return wait.isZero()
        ? CompletableFuture.completedFuture(false)
        : CompletableFuture.supplyAsync(
            () -> false, CompletableFuture.delayedExecutor(wait.toMillis(), TimeUnit.MILLISECONDS));
  }

  private static Duration asked(HttpResponse<?> response) {
    var seconds = response.header("Retry-After");
    var isBusy =
        response.code() == TOO_MANY_REQUESTS
            || response.code() == HttpURLConnection.HTTP_UNAVAILABLE;
    if (!isBusy || seconds == null || !seconds.matches("[0-9]{1,6}")) {
      return Duration.ZERO;
    }
    var asked = Duration.ofSeconds(Long.parseLong(seconds));
    return asked.compareTo(LONGEST) > 0 ? LONGEST : asked;
  }
}
