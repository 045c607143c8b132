package io.hamstring.worker.stage.sidecar;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hamstring.recovery.processing.ProcessorUnavailableException;
import java.io.IOException;
import java.net.ConnectException;
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
 * Speaks HTTP with a sidecar on the loopback address. An answer that is not waited for any longer
 * loses its connection, so that it can never be taken for that of a later request. Safe for several
 * threads.
 */
final class SidecarClient {

  /** A readiness probe must be answered well before the kubelet gives up. */
  private static final Duration READY_TIMEOUT = Duration.ofSeconds(1);

  private static final int EXCERPT = 300;

  private final SidecarSettings settings;
  private final HttpClient http;
  private final URI process;
  private final URI ready;

  SidecarClient(SidecarSettings settings) {
    this.settings = settings;
    var base = "http://127.0.0.1:" + settings.port();
    this.process = URI.create(base + "/process");
    this.ready = URI.create(base + "/ready");
    this.http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .proxy(HttpClient.Builder.NO_PROXY)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();
  }

  /**
   * The body of a good answer.
   *
   * @throws BatchRefusedException if the sidecar says that it is the records' fault
   * @throws ProcessorUnavailableException if it is not
   */
  byte[] process(byte[] body)
      throws ProcessorUnavailableException,
          BatchRefusedException,
          NonsenseAnswerException,
          InterruptedException {
    var request =
        HttpRequest.newBuilder(process)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofByteArray(body))
            .build();
    var answer = answered(request, settings.timeout());
    var text = answer.body();
    return switch (answer.statusCode()) {
      case 200 ->
          text.orElseThrow(
              () ->
                  new NonsenseAnswerException(
                      "it is longer than maxAnswerBytes, " + settings.maxAnswerBytes()));
      case 400, 413, 422 ->
          throw new BatchRefusedException(
              "the sidecar refused the batch: " + answer.statusCode() + excerpt(text));
      default -> throw unavailable("answers " + answer.statusCode() + excerpt(text), null);
    };
  }

  /** Why the sidecar is not ready to work; empty when it is. Answers within a second. */
  Optional<String> whyUnready() {
    try {
      int status = answered(HttpRequest.newBuilder(ready).build(), READY_TIMEOUT).statusCode();
      return status / 100 == 2
          ? Optional.empty()
          : Optional.of("the sidecar answers " + status + " to GET " + ready);
    } catch (ProcessorUnavailableException e) {
      return Optional.of(e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.of("the sidecar was not asked");
    }
  }

  /** Asks, and once more when a kept connection turned out to be closed: work may be repeated. */
  private HttpResponse<Optional<byte[]>> answered(HttpRequest request, Duration timeout)
      throws ProcessorUnavailableException, InterruptedException {
    try {
      return once(request, timeout);
    } catch (ConnectException refused) {
      throw unavailable("cannot be reached", refused);
    } catch (IOException closed) {
      try {
        return once(request, timeout);
      } catch (IOException again) {
        throw unavailable("ended the connection without an answer", again);
      }
    }
  }

  private HttpResponse<Optional<byte[]>> once(HttpRequest request, Duration timeout)
      throws IOException, ProcessorUnavailableException, InterruptedException {
    var answer = http.sendAsync(request, head -> new BoundedBody(settings.maxAnswerBytes()));
    try {
      return answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException late) {
      throw unavailable("did not answer within " + timeout.toMillis() + " ms", late);
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof IOException e) {
        throw e;
      }
      throw unavailable("cannot be asked", failed.getCause());
    } finally {
      // Closes the connection if the answer is still to come.
      answer.cancel(true);
    }
  }

  private ProcessorUnavailableException unavailable(String what, Throwable cause) {
    return new ProcessorUnavailableException(
        "the sidecar on port "
            + settings.port()
            + " "
            + what
            + (cause == null || cause.getMessage() == null ? "" : ": " + cause.getMessage()),
        cause);
  }

  private static String excerpt(Optional<byte[]> body) {
    var text = body.map(bytes -> new String(bytes, UTF_8).strip()).orElse("");
    return text.isEmpty() ? "" : ": " + text.substring(0, Math.min(EXCERPT, text.length()));
  }
}
