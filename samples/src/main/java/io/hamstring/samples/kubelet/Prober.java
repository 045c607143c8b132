package io.hamstring.samples.kubelet;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Asks containers over HTTP how they are, and tells the answer on a given thread. */
final class Prober {

  private static final int FIRST_OK = 200;
  private static final int FIRST_BAD = 400;

  private final HttpClient http;
  private final Executor answers;

  /**
   * @param work runs what the HTTP client has to do
   * @param answers where answers are told
   */
  Prober(Executor work, Executor answers) {
    this.http = HttpClient.newBuilder().executor(work).version(HttpClient.Version.HTTP_1_1).build();
    this.answers = answers;
  }

  /** Tells whether {@code uri} answers with a success within {@code timeout}. */
  void probe(URI uri, Duration timeout, Consumer<Boolean> told) {
    var request =
        HttpRequest.newBuilder(uri)
            .timeout(timeout)
            .header("User-Agent", "kube-probe/local")
            .build();
    // The request's own timeout ends with the headers of the answer; its body may never end.
    var asked = http.sendAsync(request, HttpResponse.BodyHandlers.discarding());
    asked
        .copy()
        .orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
        .whenComplete((response, failure) -> asked.cancel(true))
        .handle(
            (response, failure) ->
                failure == null
                    && response.statusCode() >= FIRST_OK
                    && response.statusCode() < FIRST_BAD)
        .thenAcceptAsync(told, answers);
  }
}
