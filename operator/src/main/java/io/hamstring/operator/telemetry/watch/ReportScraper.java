package io.hamstring.operator.telemetry.watch;

import io.hamstring.contract.report.WorkerReport;
import io.hamstring.operator.telemetry.WorkerObservation;
import io.hamstring.operator.telemetry.watch.PodSource.PodView;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Asks workers for their reports: at most {@link #IN_FLIGHT} questions at a time, each answered
 * whole within {@link #BOUND} or given up, in at most {@link #MAX_BYTES}.
 */
final class ReportScraper {

  static final int IN_FLIGHT = 64;
  static final long MAX_BYTES = 1 << 20;
  static final Duration BOUND = Duration.ofSeconds(2);

  private final HttpClient client;
  private final Executor executor;
  private final Semaphore slots = new Semaphore(IN_FLIGHT);

  /** Waits for answers on {@code executor}; the HTTP client has threads of its own. */
  ReportScraper(Executor executor) {
    this.executor = executor;
    this.client = PodHttp.client(BOUND);
  }

  /**
   * A worker's answer.
   *
   * @param report null when there is none
   * @param silentBecause null when there is one
   */
  record Answer(WorkerReport report, String silentBecause) {

    /** There was no time to ask. */
    static final Answer PASSED_OVER = new Answer(null, WorkerObservation.PASSED_OVER);
  }

  /**
   * Asks all of {@code pods}; the answers by pod. Never fails.
   *
   * @param first are asked before the others, so that nobody is passed over again and again while
   *     there is time for half of them
   */
  CompletableFuture<Map<PodView, Answer>> scrape(
      Collection<PodView> pods, Set<PodView.Identity> first) {
    return CompletableFuture.supplyAsync(
        () -> {
          var answers = new ConcurrentHashMap<PodView, Answer>();
          var deadline = System.nanoTime() + BOUND.toNanos();
          // In another order each time: whoever is slow holds up others, and not always the same.
          var ordered = new ArrayList<>(pods);
          Collections.shuffle(ordered);
          ordered.sort(Comparator.comparing(pod -> !first.contains(pod.identity())));
          var asked =
              ordered.stream()
                  .map(pod -> ask(pod, deadline).thenAccept(answer -> answers.put(pod, answer)))
                  .toArray(CompletableFuture[]::new);
          CompletableFuture.allOf(asked).join();
          return answers;
        },
        executor);
  }

  /** Waits for a free slot until {@code deadline}: who holds slots must not hold up the others. */
  private CompletableFuture<Answer> ask(PodView pod, long deadline) {
    if (pod.report() == null) {
      return CompletableFuture.completedFuture(new Answer(null, "the pod has no address yet"));
    }
    if (!isSlotFree(deadline)) {
      return CompletableFuture.completedFuture(Answer.PASSED_OVER);
    }
    var asked = client.sendAsync(request(pod.report()), response -> new BoundedBody(MAX_BYTES));
    // The request's own timeout ends when the headers are there; this one counts the body too.
    return asked
        .copy()
        .orTimeout(BOUND.toMillis(), TimeUnit.MILLISECONDS)
        .handle(ReportScraper::answer)
        .whenComplete(
            (answer, failure) -> {
              asked.cancel(true);
              slots.release();
            });
  }

  private boolean isSlotFree(long deadline) {
    try {
      return slots.tryAcquire(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static HttpRequest request(URI uri) {
    return HttpRequest.newBuilder(uri).timeout(BOUND).GET().build();
  }

  private static Answer answer(HttpResponse<byte[]> response, Throwable failure) {
    if (failure != null) {
      var cause = failure.getCause() == null ? failure : failure.getCause();
      return new Answer(null, words(cause));
    }
    if (response.statusCode() != 200) {
      return new Answer(null, "it answered HTTP " + response.statusCode());
    }
    try {
      return new Answer(ReportReader.read(response.body()), null);
    } catch (IOException unreadable) {
      return new Answer(null, "its report is not readable");
    }
  }

  private static String words(Throwable cause) {
    if (cause instanceof TimeoutException) {
      return "no whole answer within " + BOUND.toSeconds() + " s";
    }
    return cause instanceof BoundedBody.TooLongException
        ? "its report is longer than " + MAX_BYTES + " bytes"
        : cause.getClass().getSimpleName();
  }
}
