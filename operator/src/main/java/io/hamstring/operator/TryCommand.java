package io.hamstring.operator;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.KubernetesClientTimeoutException;
import io.hamstring.api.v1alpha1.HamstringPipeline;
import io.hamstring.contract.Durations;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * What an installation is tried with: {@code check URL} asks an operator whether it is ready;
 * {@code try NAMESPACE BROKERS TIMEOUT} applies a pipeline of one stage, waits until it is Ready,
 * and removes it. Its two topics stay, and are used again.
 */
final class TryCommand {

  private static final int FAILED = 1;
  private static final int USAGE = 64;
  private static final Duration ANSWER = Duration.ofSeconds(10);

  private static final String PIPELINE =
      """
      apiVersion: hamstring.io/v1alpha1
      kind: HamstringPipeline
      metadata: {name: hamstring-helm-test}
      spec:
        kafka:
          bootstrapServers: '%s'
          topics: {partitions: 1, replicationFactor: 1}
        stages:
          - name: alerter
            type: alerter
            inputs: {topics: [hamstring-helm-test-in]}
            outputs: {topics: [hamstring-helm-test-out]}
            replicas: 1
      """;

  private final PrintStream out;
  private final Supplier<KubernetesClient> clients;

  /**
   * @param clients of the cluster; each is closed after use
   */
  TryCommand(PrintStream out, Supplier<KubernetesClient> clients) {
    this.out = out;
    this.clients = clients;
  }

  /** The exit code: 0 when all is well. */
  int run(String... arguments) throws InterruptedException {
    if (arguments.length == 2 && arguments[0].equals("check")) {
      return check(URI.create(arguments[1]));
    }
    if (arguments.length == 4 && arguments[0].equals("try")) {
      return apply(arguments[1], arguments[2], Durations.parse(arguments[3]));
    }
    out.println("usage: check URL | try NAMESPACE BROKERS TIMEOUT");
    return USAGE;
  }

  private int check(URI uri) throws InterruptedException {
    var request = HttpRequest.newBuilder(uri).timeout(ANSWER).build();
    try {
      var answer =
          HttpClient.newBuilder()
              .connectTimeout(ANSWER)
              .build()
              .send(request, BodyHandlers.ofString());
      out.println(uri + " answers " + answer.statusCode() + ": " + answer.body().strip());
      return answer.statusCode() == 200 ? 0 : FAILED;
    } catch (IOException silent) {
      out.println(uri + " does not answer: " + silent);
      return FAILED;
    }
  }

  private int apply(String namespace, String brokers, Duration timeout) {
    try (var client = clients.get()) {
      var pipeline =
          client
              .getKubernetesSerialization()
              .unmarshal(PIPELINE.formatted(brokers), HamstringPipeline.class);
      pipeline.getMetadata().setNamespace(namespace);
      var ours = client.resource(pipeline);
      ours.delete();
      ours.waitUntilCondition(there -> there == null, ANSWER.toMillis(), TimeUnit.MILLISECONDS);
      ours.create();
      try {
        ours.waitUntilCondition(TryCommand::isReady, timeout.toMillis(), TimeUnit.MILLISECONDS);
        out.println("the pipeline is Ready: operator, Kafka and worker image work");
        return 0;
      } catch (KubernetesClientTimeoutException late) {
        out.println("the pipeline was not Ready within " + timeout + ":");
        conditions(ours.get());
        return FAILED;
      } finally {
        ours.delete();
      }
    } catch (KubernetesClientException refused) {
      out.println("the API server refused: " + refused.getMessage());
      return FAILED;
    }
  }

  private void conditions(HamstringPipeline pipeline) {
    if (pipeline == null || pipeline.getStatus() == null) {
      out.println("  it has no status; does an operator watch its namespace?");
      return;
    }
    pipeline
        .getStatus()
        .getConditions()
        .forEach(
            c -> out.println("  " + c.getType() + " " + c.getStatus() + ": " + c.getMessage()));
  }

  private static boolean isReady(HamstringPipeline pipeline) {
    return pipeline != null
        && pipeline.getStatus() != null
        && pipeline.getStatus().getConditions().stream()
            .anyMatch(c -> c.getType().equals("Ready") && c.getStatus().equals("True"));
  }
}
