package io.hamstring.worker.stage.alerter;

import io.hamstring.recovery.processing.ProcessorUnavailableException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Where each alert is posted to, as JSON with its {@code alert_id}, which is also the header {@code
 * Idempotency-Key}: after a crash an alert comes again under the same id. Safe for several threads.
 */
final class Webhook {

  private final URI url;
  private final Duration timeout;
  private final HttpClient http;
  private final RecentIds delivered = new RecentIds(10_000);

  Webhook(URI url, Duration timeout) {
    this.url = url;
    this.timeout = timeout;
    this.http = HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NEVER).build();
  }

  /**
   * Posts an alert unless this process has done so already.
   *
   * @return why the receiver can never take it; empty when it has it
   * @throws ProcessorUnavailableException if the receiver cannot take any now
   */
  Optional<String> post(String id, byte[] alert)
      throws ProcessorUnavailableException, InterruptedException {
    if (delivered.contains(id)) {
      return Optional.empty();
    }
    int status = status(id, alert);
    if (status / 100 == 2) {
      delivered.add(id);
      return Optional.empty();
    }
    return switch (status) {
      case 400, 413, 422 -> Optional.of("the webhook refused the alert: " + status);
      default -> throw unavailable("answers " + status, null);
    };
  }

  private int status(String id, byte[] alert)
      throws ProcessorUnavailableException, InterruptedException {
    var request =
        HttpRequest.newBuilder(url)
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", id)
            .POST(HttpRequest.BodyPublishers.ofByteArray(alert))
            .build();
    try {
      return once(request);
    } catch (IOException closed) {
      // A kept connection may have been closed by the other side meanwhile.
      try {
        return once(request);
      } catch (IOException again) {
        throw unavailable("cannot be reached: " + again, again);
      }
    }
  }

  private int once(HttpRequest request)
      throws IOException, ProcessorUnavailableException, InterruptedException {
    var answer = http.sendAsync(request, HttpResponse.BodyHandlers.discarding());
    try {
      return answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS).statusCode();
    } catch (TimeoutException late) {
      throw unavailable("did not answer within " + timeout.toMillis() + " ms", late);
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof IOException e) {
        throw e;
      }
      throw unavailable("cannot be asked: " + failed.getCause(), failed.getCause());
    } finally {
      answer.cancel(true);
    }
  }

  /** Only the host is named: paths and queries of webhooks hold secrets. */
  private ProcessorUnavailableException unavailable(String what, Throwable cause) {
    return new ProcessorUnavailableException("the webhook at " + url.getHost() + " " + what, cause);
  }
}
