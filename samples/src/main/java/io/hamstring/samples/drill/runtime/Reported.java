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
import java.util.Collection;
import java.util.function.Predicate;

/** What workers have counted, as their reports say. */
final class Reported {

  private static final Duration BOUND = Duration.ofSeconds(5);

  private Reported() {}

  /** The transactions that all workers of {@code namespace} but {@code victim} aborted. */
  static long aborts(LocalKubelet kubelet, String namespace, String victim)
      throws InterruptedException {
    return sum(kubelet, namespace, pod -> !pod.equals(victim), "/counters/aborts");
  }

  /** How often partitions were taken in good order or lost by those of {@code workers}. */
  static long revocations(LocalKubelet kubelet, String namespace, Collection<String> workers)
      throws InterruptedException {
    return sum(kubelet, namespace, workers::contains, "/rebalances/revoked")
        + sum(kubelet, namespace, workers::contains, "/rebalances/lost");
  }

  private static long sum(
      LocalKubelet kubelet, String namespace, Predicate<String> which, String counter)
      throws InterruptedException {
    var http = HttpClient.newBuilder().connectTimeout(BOUND).build();
    long sum = 0;
    for (var pod : kubelet.workers(namespace, DrillPipeline.STAGE)) {
      if (which.test(pod.name()) && pod.pid().isPresent()) {
        sum += of(http, pod, counter);
      }
    }
    return sum;
  }

  private static long of(HttpClient http, LocalPod pod, String counter)
      throws InterruptedException {
    var uri = URI.create("http://" + pod.address() + ":" + WorkerPod.PORT + "/report");
    try {
      var answer =
          http.send(
              HttpRequest.newBuilder(uri).timeout(BOUND).build(),
              HttpResponse.BodyHandlers.ofByteArray());
      return new ObjectMapper().readTree(answer.body()).at(counter).asLong();
    } catch (IOException noAnswer) {
      return 0;
    }
  }
}
