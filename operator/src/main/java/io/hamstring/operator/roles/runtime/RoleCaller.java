package io.hamstring.operator.roles.runtime;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hamstring.contract.report.RoleWord;
import io.hamstring.contract.report.WorkerReport;
import io.hamstring.operator.roles.Word;
import io.hamstring.operator.telemetry.watch.BoundedBody;
import io.hamstring.operator.telemetry.watch.PodHttp;
import io.hamstring.operator.telemetry.watch.ReportReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Asks workers what they are and tells them what to be; each call is bounded. */
final class RoleCaller {

  /** A worker answers within milliseconds; one that does not is passed over for another. */
  static final Duration BOUND = Duration.ofSeconds(1);

  private static final int MOST_BYTES = 1 << 20;
  private static final int TAKEN = 204;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient client = PodHttp.client(BOUND);

  /** What a worker says of itself; fails when it says nothing. */
  CompletableFuture<WorkerReport> ask(URI report) {
    return client
        .sendAsync(
            HttpRequest.newBuilder(report).timeout(BOUND).GET().build(),
            response -> new BoundedBody(MOST_BYTES))
        .thenApply(RoleCaller::report);
  }

  private static WorkerReport report(HttpResponse<byte[]> response) {
    try {
      if (response.statusCode() != 200) {
        throw new IOException("it answered HTTP " + response.statusCode());
      }
      return ReportReader.read(response.body());
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** Tells a worker; fails unless it took the word, and says why it did not. */
  CompletableFuture<Void> tell(URI report, Word word, String token) {
    var request =
        HttpRequest.newBuilder(report.resolve(RoleWord.PATH))
            .timeout(BOUND)
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofByteArray(body(word)))
            .build();
    return client
        .sendAsync(request, response -> new BoundedBody(MOST_BYTES))
        .thenAccept(RoleCaller::requireTaken);
  }

  private static void requireTaken(HttpResponse<byte[]> response) {
    if (response.statusCode() != TAKEN) {
      throw new IllegalStateException("it answered HTTP " + response.statusCode());
    }
  }

  private static byte[] body(Word word) {
    try {
      return JSON.writeValueAsBytes(
          Map.of("incarnation", word.incarnation(), "role", word.role().word()));
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("two texts are always JSON", impossible);
    }
  }
}
