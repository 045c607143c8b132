package io.hamstring.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hamstring.broker.BrokerOptions;
import io.hamstring.broker.BrokerProcess;
import io.hamstring.contract.names.Incarnation;
import io.hamstring.operator.HamstringOperator;
import io.hamstring.operator.guard.runtime.Mortal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From a pod's status to its partitions: the operator, a Kubernetes API, and a real broker. */
class GuardScenariosTest {

  private static final String NAME = "guarded";
  private static final String TOPIC = "in-guarded";
  private static final String DEPLOYMENT = "guarded-alerter";

  @TempDir static Path folder;

  private static BrokerProcess broker;
  private static MockApi api;

  @BeforeAll
  static void startCluster() {
    broker = BrokerProcess.start(BrokerOptions.forTests(folder));
    api = new MockApi();
  }

  @AfterAll
  static void stopCluster() {
    api.close();
    broker.close();
  }

  private static void eventually(ThrowingRunnable assertion) {
    await().atMost(Duration.ofSeconds(60)).untilAsserted(assertion);
  }

  private static Mortal join(String pod, long boot) {
    return Mortal.join(
        broker.bootstrapServers(),
        "classic",
        "hamstring_security_guarded_alerter",
        new Incarnation("security", NAME, "alerter", pod, boot),
        TOPIC);
  }

  private static void settle(Mortal one, Mortal other) {
    await()
        .atMost(Duration.ofSeconds(60))
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(10))
        .until(() -> one.poll().size() == 1 & other.poll().size() == 1);
  }

  private static void takesOver(Mortal survivor) {
    await()
        .atMost(Duration.ofSeconds(30))
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(10))
        .until(() -> survivor.poll().size() == 2);
  }

  private static List<String> evictions() {
    return api.events(NAME).stream()
        .filter(event -> event.getReason().equals("WorkerEvicted"))
        .map(event -> event.getMessage())
        .toList();
  }

  private static String metrics(HamstringOperator operator) throws Exception {
    var uri = URI.create("http://127.0.0.1:" + operator.httpPort().orElseThrow() + "/metrics");
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
        .body();
  }

  @Test
  void whatAPodTellsOfItsDeathIsActedOnAndToldOf() throws Exception {
    try (var operator = HamstringOperator.start(api.client, MockApi.settings());
        var admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      api.apply(
          NAME,
          """
          kafka:
            bootstrapServers: '%s'
            groupProtocol: classic
            topics: {partitions: 2, replicationFactor: 1}
          stages:
            - {name: alerter, type: alerter, inputs: {topics: [%s]}, replicas: 2}
          """
              .formatted(broker.bootstrapServers(), TOPIC));
      eventually(() -> assertThat(api.deployment(DEPLOYMENT)).isNotNull());
      eventually(() -> assertThat(admin.listTopics().names().get()).contains(TOPIC));
      api.pod(DEPLOYMENT, DEPLOYMENT + "-a", 1);
      api.pod(DEPLOYMENT, DEPLOYMENT + "-b", 1);
      try (var survivor = join(DEPLOYMENT + "-a", 1)) {
        var first = join(DEPLOYMENT + "-b", 1);
        settle(survivor, first);
        first.openTransaction(TOPIC, first.poll().iterator().next(), 3);
        first.die();

        api.restarted(DEPLOYMENT + "-b", "{\"boot\":1}\n");

        takesOver(survivor);
        eventually(
            () ->
                assertThat(evictions())
                    .singleElement()
                    .asString()
                    .contains("pod guarded-alerter-b", "its container ended", "evicted 1"));
        assertThat(metrics(operator))
            .containsPattern(
                "hamstring_guard_eviction_seconds_count\\{cause=\"terminated\",.*result=\"evicted\".*} 1");

        var second = join(DEPLOYMENT + "-b", 2);
        settle(survivor, second);
        second.die();
        api.client.pods().inNamespace(MockApi.NAMESPACE).withName(DEPLOYMENT + "-b").delete();

        takesOver(survivor);
        eventually(() -> assertThat(evictions()).hasSize(2));
        assertThat(evictions()).anyMatch(message -> message.contains("its pod is gone"));
      }
    }
  }
}
