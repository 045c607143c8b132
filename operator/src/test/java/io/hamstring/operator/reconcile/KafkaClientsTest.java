package io.hamstring.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hamstring.operator.HamstringOperator;
import java.time.Duration;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How many Kafka clients and threads pipelines cost, and what is left when they go. */
class KafkaClientsTest {

  private static final String SPEC =
      """
      kafka: {bootstrapServers: '127.0.0.1:%d'}
      stages:
        - {name: alerter, type: alerter, inputs: {topics: [in]}, replicas: %d}
      """;

  private static MockApi api;

  private HamstringOperator operator;

  @BeforeAll
  static void startApi() {
    api = new MockApi();
  }

  @AfterAll
  static void stopApi() {
    api.close();
  }

  @BeforeEach
  void startOperator() {
    operator = HamstringOperator.start(api.client, MockApi.settings());
  }

  @AfterEach
  void stopOperator() {
    operator.close();
  }

  private static void eventually(ThrowingRunnable assertion) {
    await().atMost(Duration.ofMinutes(2)).untilAsserted(assertion);
  }

  /** Threads of clients, and those that look and guard with them. */
  private static Stream<String> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(
            name ->
                name.startsWith("kafka-admin-client-thread | hamstring-operator")
                    || name.startsWith("sweep 127")
                    || name.startsWith("guard 127"));
  }

  private static void apply(String name, int port, int replicas) {
    api.apply(name, SPEC.formatted(port, replicas));
  }

  private static void isApplied(String name, int replicas) {
    eventually(
        () ->
            assertThat(api.deployment(name + "-alerter"))
                .isNotNull()
                .extracting(deployment -> deployment.getSpec().getReplicas())
                .isEqualTo(replicas));
  }

  private static String name(int number) {
    return "c" + number;
  }

  @Test
  void pipelinesOfOneClusterShareItsClientsAndTheLastOneTakesThemWithIt() {
    var clusters = 2;
    var pipelines = 50;
    for (int i = 0; i < clusters; i++) {
      apply(name(i), 1 + i, 1);
    }
    eventually(() -> assertThat(threads().filter(name -> name.startsWith("kafka"))).hasSize(4));
    var few = threads().count();

    for (int i = clusters; i < pipelines; i++) {
      apply(name(i), 1 + i % clusters, 1);
    }
    IntStream.range(0, pipelines).forEach(i -> isApplied(name(i), 1));
    assertThat(threads().count()).isEqualTo(few);

    IntStream.range(1, pipelines).forEach(i -> delete(name(i)));
    eventually(() -> assertThat(threads().count()).isEqualTo(few / 2));
    assertThat(threads()).noneMatch(name -> name.endsWith("127.0.0.1:2"));

    delete(name(0));
    eventually(() -> assertThat(threads()).isEmpty());
  }

  @Test
  void manyReconcilesOfOnePipelineOpenNothing() {
    apply("often", 1, 1);
    isApplied("often", 1);
    eventually(() -> assertThat(threads().filter(name -> name.startsWith("kafka"))).hasSize(2));
    var once = threads().count();

    for (int i = 1; i <= 200; i++) {
      apply("often", 1, 1 + i % 7);
    }

    isApplied("often", 1 + 200 % 7);
    assertThat(threads().count()).isEqualTo(once);
    delete("often");
    eventually(() -> assertThat(threads()).isEmpty());
  }

  private static void delete(String name) {
    api.client.resource(api.pipeline(name)).delete();
  }
}
