package io.hamstring.operator;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The operator's client of the API server, before a server that says what it is told to say. */
class ApiClientTest {

  private static final String POD =
      """
      {"apiVersion": "v1", "kind": "Pod",
       "metadata": {"name": "w-0", "namespace": "a", "labels": {"l": "m"},
         "managedFields": [{"manager": "kubelet", "operation": "Update"}]},
       "spec": {"nodeName": "n", "volumes": [{"name": "v", "emptyDir": {}}],
         "initContainers": [{"name": "i"}],
         "containers": [{"name": "worker", "image": "w", "env": [{"name": "A", "value": "b"}],
           "ports": [{"name": "http", "containerPort": 9}]}, {"name": "processor"}]},
       "status": {"phase": "Running", "podIP": "10.0.0.1"}}
      """;

  private final Deque<Answer> answers = new ArrayDeque<>();
  private final List<Instant> asked = new CopyOnWriteArrayList<>();
  private HttpServer server;
  private KubernetesClient client;

  private record Answer(int code, String retryAfter, String body) {}

  @BeforeEach
  void start() throws Exception {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          try (exchange) {
            asked.add(Instant.now());
            var answer = answers.remove();
            if (!answer.retryAfter.isEmpty()) {
              exchange.getResponseHeaders().add("Retry-After", answer.retryAfter);
            }
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            var body = answer.body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(answer.code, body.length);
            exchange.getResponseBody().write(body);
          }
        });
    server.start();
    client =
        ApiClient.of(
            new ConfigBuilder(Config.empty())
                .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
                .build());
  }

  @AfterEach
  void stop() {
    client.close();
    server.stop(0);
  }

  private Duration between(int earlier, int later) {
    return Duration.between(asked.get(earlier), asked.get(later));
  }

  @Test
  void whoIsToldToWaitAsksNotBefore() {
    answers.add(new Answer(429, "5", "{}"));
    answers.add(new Answer(503, "1", "{}"));
    answers.add(new Answer(500, "", "{}"));
    answers.add(new Answer(200, "", POD));

    var pod = client.pods().inNamespace("a").withName("w-0").get();

    assertThat(pod.getMetadata().getName()).isEqualTo("w-0");
    assertThat(asked).hasSize(4);
    assertThat(between(0, 1)).isGreaterThanOrEqualTo(Duration.ofSeconds(5));
    assertThat(between(1, 2)).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void ofAPodOnlyWhatAnOperatorReadsIsKept() {
    answers.add(new Answer(200, "", POD));

    var pod = client.pods().inNamespace("a").withName("w-0").get();

    assertThat(pod.getMetadata().getManagedFields()).isEmpty();
    assertThat(pod.getMetadata().getLabels()).containsEntry("l", "m");
    assertThat(pod.getStatus().getPodIP()).isEqualTo("10.0.0.1");
    assertThat(pod.getSpec().getNodeName()).isEqualTo("n");
    assertThat(pod.getSpec().getVolumes()).isEmpty();
    assertThat(pod.getSpec().getInitContainers()).isEmpty();
    assertThat(pod.getSpec().getContainers()).hasSize(2);
    var worker = pod.getSpec().getContainers().get(0);
    assertThat(worker.getName()).isEqualTo("worker");
    assertThat(worker.getPorts()).extracting(port -> port.getContainerPort()).containsExactly(9);
    assertThat(worker.getEnv()).isEmpty();
    assertThat(worker.getImage()).isNull();
  }

  @Test
  void equalPartsOfDifferentObjectsAreOneInMemory() {
    var first = deployment("a", "x");
    var second = deployment("b", "x");
    var other = deployment("c", "y");

    var container = first.getSpec().getTemplate().getSpec().getContainers().get(0);
    var same = second.getSpec().getTemplate().getSpec().getContainers().get(0);
    var different = other.getSpec().getTemplate().getSpec().getContainers().get(0);
    assertThat(same).isSameAs(container);
    assertThat(different).isNotEqualTo(container);
    assertThat(different.getLivenessProbe()).isSameAs(container.getLivenessProbe());
    assertThat(different.getEnv().get(0)).isNotEqualTo(container.getEnv().get(0));
    assertThat(first.getMetadata().getName()).isEqualTo("a");
    assertThat(second.getMetadata().getName()).isEqualTo("b");
    assertThat(client.getKubernetesSerialization().clone(first))
        .isEqualTo(first)
        .isNotSameAs(first);
  }

  private Deployment deployment(String name, String value) {
    return client
        .getKubernetesSerialization()
        .unmarshal(
            """
            {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "%s"},
             "spec": {"template": {"spec": {"containers": [{"name": "worker",
               "env": [{"name": "A", "value": "%s"}],
               "livenessProbe": {"httpGet": {"path": "/livez", "port": "http"}}}]}}}}
            """
                .formatted(name, value),
            Deployment.class);
  }
}
