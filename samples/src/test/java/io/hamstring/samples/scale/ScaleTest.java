package io.hamstring.samples.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.hamstring.api.v1alpha1.HamstringPipeline;
import io.hamstring.broker.BrokerOptions;
import io.hamstring.broker.BrokerProcess;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An operator and many pipelines of six stages each, all processes of this machine: a Kubernetes
 * API, a real broker, and one server that reports for every worker. What lives in the operator's
 * heap after a collection is at most 384 MiB; its heap is twice that, since the serial collector
 * keeps a third for what is new. {@code -Dhamstring.scale.pipelines=1000} is the full size;
 * operator/README.md has its figures.
 */
class ScaleTest {

  private static final int PIPELINES = Integer.getInteger("hamstring.scale.pipelines", 200);
  private static final int EDITS = 100;
  private static final int STAGES = 6;
  private static final int LIVE_MIB = 384;
  private static final int HEAP_MIB = 2 * LIVE_MIB;

  @TempDir static Path folder;

  @Test
  void manyPipelinesSettleInASmallHeapAndEditsAreAppliedAtOnce() throws Exception {
    try (var broker = BrokerProcess.start(BrokerOptions.forTests(folder));
        var reports = new ReportServer();
        var api =
            new ScaleProcess(
                folder.resolve("api.log"),
                // It remembers what changed, with statuses of some 20 KB.
                "-Xmx" + (1024 + 4 * PIPELINES) + "m",
                ScaleApiMain.class,
                Integer.toString(reports.port()));
        var client = client(api.line());
        var operator =
            new ScaleProcess(
                folder.resolve("operator.log"),
                "-Xmx" + HEAP_MIB + "m",
                ScaleOperatorMain.class,
                client.getMasterUrl().toString())) {
      var settled = ConcurrentHashMap.<String>newKeySet();
      client.resources(HamstringPipeline.class).inNamespace("default").inform(new Settled(settled));
      var metrics = URI.create("http://127.0.0.1:" + operator.line() + "/metrics");
      var half = grow(client, settled, broker.bootstrapServers(), 0, PIPELINES / 2);
      var halfSweep = sweep(metrics);
      var whole = grow(client, settled, broker.bootstrapServers(), PIPELINES / 2, PIPELINES);
      var wholeSweep = sweep(metrics);
      var delays = edits(client);
      operator.say("heap");
      var heap = Long.parseLong(operator.line());

      var figures =
          ("%d pipelines of %d stages: settled %.1f s and %.1f s after the first and second half"
                  + " was created; sweep %.2f s and %.2f s; from edit to Deployment p50 %d ms, p99 %d"
                  + " ms; heap %d MiB")
              .formatted(
                  PIPELINES,
                  STAGES,
                  half.toMillis() / 1000.0,
                  whole.toMillis() / 1000.0,
                  halfSweep,
                  wholeSweep,
                  delays.get(EDITS / 2).toMillis(),
                  delays.get(EDITS * 99 / 100).toMillis(),
                  heap);
      Files.writeString(Path.of("target", "scale.txt"), figures + "\n");
      assertThat(heap).as(figures).isLessThanOrEqualTo(LIVE_MIB);
      // Twice as much in twice the time, with room for a machine that does other things too.
      assertThat(wholeSweep).as(figures).isLessThan(4 * Math.max(0.2, halfSweep));
      assertThat(delays.get(EDITS * 99 / 100))
          .as(figures)
          .isLessThan(Duration.ofSeconds(Integer.getInteger("hamstring.scale.p99", 5)));
    }
  }

  private static KubernetesClient client(String url) {
    return new KubernetesClientBuilder()
        .withConfig(
            new ConfigBuilder(Config.empty())
                .withMasterUrl(url)
                .withNamespace("default")
                .withOnlyHttpWatches(true)
                // Of a request that is sent twice the second is a conflict.
                .withRequestTimeout((int) Duration.ofMinutes(1).toMillis())
                .build())
        .build();
  }

  /** Creates pipelines and waits until each says that all is well; answers how long that took. */
  private static Duration grow(
      KubernetesClient client, Set<String> settled, String bootstrap, int from, int to) {
    for (int i = from; i < to; i++) {
      var pipeline = new GenericKubernetesResource();
      pipeline.setApiVersion("hamstring.io/v1alpha1");
      pipeline.setKind("HamstringPipeline");
      pipeline.setMetadata(
          new ObjectMetaBuilder().withNamespace("default").withName(name(i)).build());
      pipeline.setAdditionalProperty("spec", spec(bootstrap));
      client.resource(pipeline).create();
    }
    var created = Instant.now();
    await()
        .atMost(Duration.ofMinutes(30))
        .pollInterval(Duration.ofMillis(250))
        .untilAsserted(() -> assertThat(settled).hasSize(to));
    return Duration.between(created, Instant.now());
  }

  private static String name(int number) {
    return "p" + number;
  }

  private static Map<String, Object> spec(String bootstrap) {
    var stages = new ArrayList<Map<String, Object>>();
    for (int i = 0; i < STAGES; i++) {
      stages.add(
          Map.of(
              "name",
              "s" + i,
              "type",
              "alerter",
              "inputs",
              Map.of("topics", List.of("shared-" + i)),
              "replicas",
              1));
    }
    return Map.of(
        "kafka",
        Map.of(
            "bootstrapServers",
            bootstrap,
            "topics",
            Map.of("partitions", 1, "replicationFactor", 1)),
        "stages",
        stages);
  }

  private static boolean isWell(HamstringPipeline pipeline) {
    return Optional.ofNullable(pipeline.getStatus()).stream()
        .flatMap(status -> status.getConditions().stream())
        .anyMatch(c -> c.getType().equals("Ready") && c.getStatus().equals("True"));
  }

  /** From a pipeline's edit to the Deployment that has it, shortest first. */
  private static List<Duration> edits(KubernetesClient client) {
    var seen = Collections.synchronizedMap(new HashMap<String, Integer>());
    var delays = new ArrayList<Duration>();
    try (var informer = client.apps().deployments().inNamespace("default").inform(new Seen(seen))) {
      await().atMost(Duration.ofMinutes(1)).until(informer::hasSynced);
      for (int i = 0; i < EDITS; i++) {
        var name = name(i * 37 % PIPELINES);
        var replicas = 2 + i / PIPELINES;
        var began = System.nanoTime();
        client
            .resources(HamstringPipeline.class)
            .inNamespace("default")
            .withName(name)
            .patch(
                PatchContext.of(PatchType.JSON),
                "[{\"op\":\"replace\",\"path\":\"/spec/stages/0/replicas\",\"value\":%d}]"
                    .formatted(replicas));
        await()
            .pollDelay(Duration.ZERO)
            .pollInterval(Duration.ofMillis(2))
            .atMost(Duration.ofSeconds(60))
            .until(() -> Integer.valueOf(replicas).equals(seen.get(name + "-s0")));
        delays.add(Duration.ofNanos(System.nanoTime() - began));
      }
    }
    Collections.sort(delays);
    return delays;
  }

  private record Settled(Set<String> names) implements ResourceEventHandler<HamstringPipeline> {

    @Override
    public void onAdd(HamstringPipeline pipeline) {
      if (isWell(pipeline)) {
        names.add(pipeline.getMetadata().getName());
      }
    }

    @Override
    public void onUpdate(HamstringPipeline before, HamstringPipeline after) {
      onAdd(after);
    }

    @Override
    public void onDelete(HamstringPipeline pipeline, boolean finalStateUnknown) {
      // Nothing in this run is deleted.
    }
  }

  private record Seen(Map<String, Integer> replicas) implements ResourceEventHandler<Deployment> {

    @Override
    public void onAdd(Deployment deployment) {
      replicas.put(deployment.getMetadata().getName(), deployment.getSpec().getReplicas());
    }

    @Override
    public void onUpdate(Deployment before, Deployment after) {
      onAdd(after);
    }

    @Override
    public void onDelete(Deployment deployment, boolean finalStateUnknown) {
      replicas.remove(deployment.getMetadata().getName());
    }
  }

  /** Seconds that one sweep takes, over three of them. */
  private static double sweep(URI metrics) throws Exception {
    var before = sweeps(metrics);
    await()
        .atMost(Duration.ofMinutes(3))
        .pollInterval(Duration.ofSeconds(1))
        .until(() -> sweeps(metrics)[0] >= before[0] + 3);
    var after = sweeps(metrics);
    return (after[1] - before[1]) / (after[0] - before[0]);
  }

  private static double[] sweeps(URI metrics) throws Exception {
    var text =
        HttpClient.newHttpClient()
            .send(HttpRequest.newBuilder(metrics).build(), BodyHandlers.ofString())
            .body();
    return new double[] {
      value(text, "hamstring_sweep_seconds_count"), value(text, "hamstring_sweep_seconds_sum")
    };
  }

  private static double value(String text, String name) {
    return text.lines()
        .filter(line -> line.startsWith(name))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }
}
