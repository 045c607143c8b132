package io.hamstring.samples.chart;

import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.hamstring.api.v1alpha1.HamstringPipeline;
import io.hamstring.broker.BrokerOptions;
import io.hamstring.broker.BrokerProcess;
import io.hamstring.operator.HamstringOperator;
import io.hamstring.operator.OperatorSettings;
import io.hamstring.operator.desired.WorkerImage;
import io.hamstring.samples.apiserver.LocalApiServer;
import io.hamstring.samples.kubelet.KubeletSettings;
import io.hamstring.samples.kubelet.LocalKubelet;
import io.javaoperatorsdk.operator.monitoring.micrometer.MicrometerMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * What a real operator and a real worker export, who work on one pipeline: each series as its
 * scrape has it, without the value. Also tries the installation as {@code helm test} does.
 */
final class Exports implements AutoCloseable {

  private static final Pattern SERIES = Pattern.compile("(?m)^([a-z]\\w*(?:\\{.*})?) \\S+$");
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Deque<AutoCloseable> started = new ArrayDeque<>();
  private final HttpClient http = HttpClient.newHttpClient();
  private final BrokerProcess broker;
  private final Path kubeconfig;
  private final List<String> series = new ArrayList<>();

  private Exports(Path folder) throws IOException, InterruptedException {
    broker = keep(BrokerProcess.start(BrokerOptions.forTests(folder.resolve("broker"))));
    var api = keep(LocalApiServer.start());
    try (var definition = Files.newInputStream(Path.of("../crds").resolve(definition()))) {
      api.register(definition);
    }
    kubeconfig = api.kubeconfig(folder.resolve("kubeconfig"));
    var client = keep(api.client());
    keep(
        LocalKubelet.start(
            api.client(),
            KubeletSettings.of(folder.resolve("pods"), image -> Optional.of(worker()))));
    var operator =
        keep(
            HamstringOperator.start(
                client,
                OperatorSettings.embedded(WorkerImage.of("hamstring-worker:test"))
                    .sweepingEvery(Duration.ofSeconds(1))));
    apply(client);
    var address = client.pods().inNamespace("default").list().getItems().get(0).getStatus();
    series.addAll(scraped("http://" + address.getPodIP() + ":8080/metrics"));
    // A figure that is not known yet has no series.
    var metrics = "http://127.0.0.1:" + operator.httpPort().orElseThrow() + "/metrics";
    await()
        .atMost(PATIENCE)
        .until(
            () -> scraped(metrics).stream().anyMatch(one -> one.startsWith("hamstring_stage_lag")));
    series.addAll(scraped(metrics));
    series.addAll(ofFailures());
  }

  /** Starts everything, and leaves it running for {@link #tried}. */
  static Exports of(Path folder) throws IOException, InterruptedException {
    return new Exports(folder);
  }

  private static String definition() {
    return "hamstringpipelines.hamstring.io-v1.yml";
  }

  /** Every series. */
  List<String> series() {
    return List.copyOf(series);
  }

  /** The name of every series. */
  TreeSet<String> names() {
    var names = new TreeSet<String>();
    series.forEach(one -> names.add(one.replaceAll("\\{.*", "")));
    return names;
  }

  /** What {@code helm test} runs, as a process of its own: its exit code and what it said. */
  Map.Entry<Integer, String> tried() throws IOException, InterruptedException {
    var command = new ArrayList<String>(java());
    command.addAll(
        List.of(
            "-cp",
            System.getProperty("java.class.path"),
            "io.hamstring.operator.OperatorMain",
            "try",
            "default",
            broker.bootstrapServers(),
            "120s"));
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("KUBECONFIG", kubeconfig.toString());
    var process = builder.start();
    var said = new String(process.getInputStream().readAllBytes());
    return Map.entry(process.waitFor(), said);
  }

  private void apply(KubernetesClient client) throws IOException {
    var pipeline =
        client
            .getKubernetesSerialization()
            .unmarshal(
                Files.readString(Path.of("minimal-pipeline.yaml"))
                    .replace("kafka-bootstrap:9092", broker.bootstrapServers())
                    .replace("spec:\n  kafka:", "spec:\n  kafka:\n    topics: {partitions: 1}"),
                HamstringPipeline.class);
    pipeline.getMetadata().setNamespace("default");
    client.resource(pipeline).create();
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                client.resource(pipeline).get().getStatus() != null
                    && client.resource(pipeline).get().getStatus().getConditions().stream()
                        .anyMatch(
                            c -> c.getType().equals("Ready") && c.getStatus().equals("True")));
  }

  private List<String> scraped(String uri) throws IOException, InterruptedException {
    var request = HttpRequest.newBuilder(URI.create(uri)).build();
    return seriesIn(http.send(request, BodyHandlers.ofString()).body());
  }

  /** A reconciliation that fails, told to the framework's own metrics: here none does. */
  private static List<String> ofFailures() {
    var registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    var pipeline = new HamstringPipeline();
    pipeline.getMetadata().setName("minimal");
    pipeline.getMetadata().setNamespace("default");
    MicrometerMetrics.withoutPerResourceMetrics(registry)
        .failedReconciliation(pipeline, new IllegalStateException("planted"), Map.of());
    return seriesIn(registry.scrape());
  }

  private static List<String> seriesIn(String scrape) {
    return SERIES.matcher(scrape).results().map(found -> found.group(1)).toList();
  }

  private static List<String> java() {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx256m",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-XX:-UsePerfData");
  }

  private static List<String> worker() {
    var target = Path.of("../worker-image/worker/target").toAbsolutePath().normalize();
    try {
      var libraries = Files.readString(target.resolve("worker-classpath.txt")).strip();
      var command = new ArrayList<>(java());
      command.addAll(
          List.of(
              "-cp",
              target.resolve("classes") + File.pathSeparator + libraries,
              "io.hamstring.worker.WorkerMain"));
      return command;
    } catch (IOException unbuilt) {
      throw new java.io.UncheckedIOException(unbuilt);
    }
  }

  private <T extends AutoCloseable> T keep(T part) {
    started.push(part);
    return part;
  }

  @Override
  public void close() {
    while (!started.isEmpty()) {
      try {
        started.pop().close();
      } catch (Exception stubborn) {
        throw new AssertionError("something does not end", stubborn);
      }
    }
  }
}
