package io.hamstring.samples.watch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hamstring.samples.view.Counters;
import io.hamstring.samples.view.Counters.Counted;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Asks workers for their reports and takes the counters out of them. */
public final class WorkerReports {

  private static final Duration BOUND = Duration.ofSeconds(1);

  private final HttpClient http = HttpClient.newBuilder().connectTimeout(BOUND).build();
  private final ObjectMapper json = new ObjectMapper();

  /** Asks all {@code pods} at once; who does not answer within a second is left out. */
  public void into(Counters counters, Collection<WorkerPodView> pods) {
    var answers =
        pods.stream()
            .filter(pod -> pod.running() && pod.address() != null)
            .map(pod -> ask(pod.address()))
            .toList();
    for (var answer : answers) {
      var report = answer.join();
      if (report.hasNonNull("instanceId")) {
        counters.take(report.get("instanceId").asText(), counted(report));
      }
    }
  }

  private CompletableFuture<JsonNode> ask(String address) {
    var request =
        HttpRequest.newBuilder(URI.create("http://" + address + "/report")).timeout(BOUND).build();
    // The request's own timeout ends with the headers of the answer; its body may never come.
    var asked = http.sendAsync(request, HttpResponse.BodyHandlers.ofByteArray());
    return asked
        .thenApply(response -> parsed(response.body()))
        .completeOnTimeout(json.nullNode(), BOUND.toMillis(), TimeUnit.MILLISECONDS)
        .exceptionally(noAnswer -> json.nullNode())
        .whenComplete((report, none) -> asked.cancel(true));
  }

  private JsonNode parsed(byte[] body) {
    try {
      return json.readTree(body);
    } catch (IOException notJson) {
      return json.nullNode();
    }
  }

  private static Counted counted(JsonNode report) {
    var counters = report.path("counters");
    long recoveries = 0;
    for (var count : counters.path("recoveries")) {
      recoveries += count.asLong();
    }
    return new Counted(
        report.path("stage").asText(),
        counters.path("recordsIn").asLong(),
        counters.path("aborts").asLong(),
        recoveries);
  }
}
