package io.hamstring.operator.telemetry.watch;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.hamstring.contract.report.WorkerReport;
import io.hamstring.operator.telemetry.watch.PodSource.PodView;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.BodySubscribers;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;

/**
 * Asks workers for their reports: at most {@link #IN_FLIGHT} questions at a time, each with a
 * bound, an answer of at most {@link #MAX_BYTES}.
 */
final class ReportScraper {

  private static final int IN_FLIGHT = 64;
  private static final long MAX_BYTES = 1 << 20;
  private static final Duration BOUND = Duration.ofSeconds(2);

  private static final ObjectReader READER = mapper().readerFor(WorkerReport.class);

  private final HttpClient client;
  private final Executor executor;
  private final Semaphore slots = new Semaphore(IN_FLIGHT);

  /** Waits for answers on {@code executor}; the HTTP client has threads of its own. */
  ReportScraper(Executor executor) {
    this.executor = executor;
    this.client =
        HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(BOUND).build();
  }

  /**
   * A worker's answer.
   *
   * @param report null when there is none
   * @param silentBecause null when there is one
   */
  record Answer(WorkerReport report, String silentBecause) {}

  /** Asks all of {@code pods}; the answers by pod. Never fails. */
  CompletableFuture<Map<PodView, Answer>> scrape(Collection<PodView> pods) {
    return CompletableFuture.supplyAsync(
        () -> {
          var answers = new ConcurrentHashMap<PodView, Answer>();
          var asked =
              pods.stream()
                  .map(pod -> ask(pod).thenAccept(answer -> answers.put(pod, answer)))
                  .toArray(CompletableFuture[]::new);
          CompletableFuture.allOf(asked).join();
          return answers;
        },
        executor);
  }

  private CompletableFuture<Answer> ask(PodView pod) {
    if (pod.report() == null) {
      return CompletableFuture.completedFuture(new Answer(null, "the pod has no address yet"));
    }
    slots.acquireUninterruptibly();
    return client
        .sendAsync(request(pod.report()), bounded())
        .handle(ReportScraper::answer)
        .whenComplete((answer, failure) -> slots.release());
  }

  private static HttpRequest request(URI uri) {
    return HttpRequest.newBuilder(uri).timeout(BOUND).GET().build();
  }

  private static BodyHandler<byte[]> bounded() {
    return response ->
        response.headers().firstValueAsLong("Content-Length").orElse(0) > MAX_BYTES
            ? BodySubscribers.replacing(new byte[0])
            : BodyHandlers.ofByteArray().apply(response);
  }

  private static Answer answer(HttpResponse<byte[]> response, Throwable failure) {
    if (failure != null) {
      var cause = failure.getCause() == null ? failure : failure.getCause();
      return new Answer(null, cause.getClass().getSimpleName());
    }
    if (response.statusCode() != 200) {
      return new Answer(null, "it answered HTTP " + response.statusCode());
    }
    try {
      return new Answer(READER.readValue(response.body()), null);
    } catch (IOException unreadable) {
      return new Answer(null, "its report is not readable");
    }
  }

  /** A newer worker may say more than this operator knows. */
  private static ObjectMapper mapper() {
    return JsonMapper.builder()
        .addModule(new JavaTimeModule())
        .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .enable(DeserializationFeature.READ_UNKNOWN_ENUM_VALUES_AS_NULL)
        .build();
  }
}
