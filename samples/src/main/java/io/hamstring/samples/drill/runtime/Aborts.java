package io.hamstring.samples.drill.runtime;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.hamstring.contract.names.WorkerPod;
import io.hamstring.samples.kubelet.LocalKubelet;
import io.hamstring.samples.kubelet.LocalPod;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Counts the transactions that workers aborted, as their reports say. */
final class Aborts {

  private static final Duration BOUND = Duration.ofSeconds(5);

  private Aborts() {}

  /** Of all workers of {@code namespace} but {@code victim}. */
  static long of(LocalKubelet kubelet, String namespace, String victim)
      throws InterruptedException {
    var http = HttpClient.newBuilder().connectTimeout(BOUND).build();
    long aborts = 0;
    for (var pod : kubelet.workers(namespace, DrillPipeline.STAGE)) {
      if (!pod.name().equals(victim) && pod.pid().isPresent()) {
        aborts += of(http, pod);
      }
    }
    return aborts;
  }

  private static long of(HttpClient http, LocalPod pod) throws InterruptedException {
    var uri = URI.create("http://" + pod.address() + ":" + WorkerPod.PORT + "/report");
    try {
      var answer =
          http.send(
              HttpRequest.newBuilder(uri).timeout(BOUND).build(),
              HttpResponse.BodyHandlers.ofByteArray());
      return new ObjectMapper().readTree(answer.body()).at("/counters/aborts").asLong();
    } catch (IOException noAnswer) {
      return 0;
    }
  }
}
