package io.hamstring.samples.startup;

import static org.awaitility.Awaitility.await;

import io.hamstring.api.v1alpha1.HamstringPipeline;
import io.hamstring.broker.BrokerOptions;
import io.hamstring.broker.BrokerProcess;
import io.hamstring.samples.apiserver.LocalApiServer;
import java.io.IOException;
import java.net.ConnectException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/**
 * How long worker and operator take to start, beside a JVM that only joins a consumer group: one
 * after the other in each round, on one processor, from what the images hold.
 */
public final class StartupMain {

  private static final String TOPIC = "in";
  private static final double WORKER_BOUND = 1.5;
  private static final double OPERATOR_BOUND = 2.5;
  private static final int ROUNDS = 9;
  private static final Duration GOING_ON = Duration.ofSeconds(10);

  private final Path root = Path.of(System.getProperty("hamstring.root"));
  private final Path folder;
  private final String brokers;
  private final HttpClient http = HttpClient.newHttpClient();

  private StartupMain(Path folder, String brokers) {
    this.folder = folder;
    this.brokers = brokers;
  }

  public static void main(String[] arguments) throws Exception {
    var given = List.of(arguments);
    var rounds = given.contains("--rounds") ? Integer.parseInt(after("--rounds", given)) : ROUNDS;
    var folder = Files.createTempDirectory("startup");
    var isQuick = true;
    try (var broker = BrokerProcess.start(BrokerOptions.withDefaults(folder.resolve("broker")));
        var admin =
            Admin.create(Map.<String, Object>of("bootstrap.servers", broker.bootstrapServers()))) {
      admin
          .createTopics(
              List.of(new NewTopic(TOPIC, 6, (short) 1), new NewTopic("out", 6, (short) 1)))
          .all()
          .get();
      var main = new StartupMain(folder, broker.bootstrapServers());
      if (given.contains("--renew")) {
        main.renew();
      } else {
        isQuick = main.measure(rounds);
      }
    }
    System.exit(isQuick || !given.contains("--bound") ? 0 : 1);
  }

  private static String after(String option, List<String> given) {
    return given.get(given.indexOf(option) + 1);
  }

  /** Answers whether both are as quick as they are to be. */
  private boolean measure(int rounds) throws Exception {
    var bare = new ArrayList<Duration>();
    var worker = new ArrayList<Duration>();
    var operator = new ArrayList<Duration>();
    // The first makes the broker's internal topics, and fills the machine's page cache.
    for (var round = 0; round <= rounds; round++) {
      var name = "round-" + round;
      var times = List.of(bare(name), worker(name, List.of()), operator(name, List.of()));
      System.err.println(name + ": " + times);
      if (round > 0) {
        bare.add(times.get(0));
        worker.add(times.get(1));
        operator.add(times.get(2));
      }
    }
    var unit = median(bare);
    System.out.println("from process start until            median    from      to  ratio  bound");
    print("bare JVM: partitions assigned", bare, unit, 1);
    print("worker: /readyz", worker, unit, WORKER_BOUND);
    print("operator: first reconcile", operator, unit, OPERATOR_BOUND);
    return median(worker) <= WORKER_BOUND * unit && median(operator) <= OPERATOR_BOUND * unit;
  }

  /** Writes down which classes a start loads; those that are made while it runs have a source. */
  private void renew() throws IOException {
    var loaded = folder.resolve("loaded");
    var flags = List.of("-Xshare:off", "-XX:DumpLoadedClassList=" + loaded);
    worker("renewal", flags);
    write(loaded, root.resolve("worker-image/worker/src/image/classes.txt"));
    operator("renewal", flags);
    write(loaded, root.resolve("operator/src/image/classes.txt"));
  }

  private static void write(Path loaded, Path classes) throws IOException {
    try (var lines = Files.lines(loaded)) {
      Files.write(
          classes,
          lines
              .filter(line -> !line.startsWith("#") && !line.contains(" source: "))
              .map(line -> line.replaceAll(" id: .*", ""))
              .toList());
    }
  }

  private static void print(String what, List<Duration> times, double unit, double bound) {
    System.out.printf(
        Locale.ROOT,
        "%-32s %6.0f ms %5d ms %5d ms %6.2f %6.2f%n",
        what,
        median(times),
        times.stream().mapToLong(Duration::toMillis).min().orElseThrow(),
        times.stream().mapToLong(Duration::toMillis).max().orElseThrow(),
        median(times) / unit,
        bound);
  }

  private static double median(List<Duration> times) {
    var sorted = times.stream().mapToLong(Duration::toMillis).sorted().toArray();
    return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2.0;
  }

  private Duration bare(String name) throws IOException {
    var log = folder.resolve(name + "-bare.log");
    var libraries = root.resolve("worker-image/worker/target/image/app/libs");
    var path = new ArrayList<>(List.of(root.resolve("samples/target/test-classes").toString()));
    try (var jars = Files.list(libraries)) {
      jars.map(Path::toString).filter(StartupMain::isTheClients).sorted().forEach(path::add);
    }
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var command =
        List.of(
            java,
            "-cp",
            String.join(":", path),
            BareMember.class.getName(),
            brokers,
            name + "-bare",
            TOPIC);
    try (var process = PinnedProcess.start(folder, Map.of(), log, command)) {
      return process.until(() -> Files.readString(log).contains("assigned"));
    }
  }

  /** Kafka's client and what it cannot do without. */
  private static boolean isTheClients(String jar) {
    return Stream.of("kafka-clients", "slf4j-api").anyMatch(jar::contains);
  }

  private Duration worker(String name, List<String> flags) throws IOException {
    var state = Files.createDirectory(folder.resolve(name));
    var port = freePort();
    Files.writeString(
        state.resolve("config.yaml"),
        """
        environment: {kafka_bootstrap_servers: "%s"}
        pipeline:
          namespace: default
          name: started
          stage:
            name: alerter
            type: alerter
            group: %s-worker
            inputs: [%s]
            outputs: [{topic: out, to: alerter}]
        """
            .formatted(brokers, name, TOPIC));
    var environment =
        Map.of(
            "HAMSTRING_CONFIG", state.resolve("config.yaml").toString(),
            "HAMSTRING_STATE_DIR", state.toString(),
            "HAMSTRING_POD_NAME", name,
            "HAMSTRING_HTTP_PORT", Integer.toString(port));
    var ready = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/readyz")).build();
    try (var process =
        image("worker-image/worker", environment, state.resolve("worker.log"), flags)) {
      return timed(process, () -> answers(ready), flags);
    }
  }

  /** Whoever is watched with flags goes on for a while, so that all that it needs is loaded. */
  private static Duration timed(
      PinnedProcess process, Callable<Boolean> isThere, List<String> flags) {
    var took = process.until(isThere);
    if (!flags.isEmpty()) {
      await().pollDelay(GOING_ON).atMost(GOING_ON.multipliedBy(2)).until(() -> true);
    }
    return took;
  }

  private boolean answers(HttpRequest request) throws IOException, InterruptedException {
    try {
      return http.send(request, BodyHandlers.discarding()).statusCode() == 200;
    } catch (ConnectException notYet) {
      return false;
    }
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  /** Until the status of a pipeline that was there before, which is what a reconcile ends with. */
  private Duration operator(String name, List<String> flags) throws IOException {
    var definition = root.resolve("crds/hamstringpipelines.hamstring.io-v1.yml");
    try (var api = LocalApiServer.start();
        var yaml = Files.newInputStream(definition);
        var client = api.client()) {
      api.register(yaml);
      var text =
          Files.readString(root.resolve("samples/minimal-pipeline.yaml"))
              .replace("kafka-bootstrap:9092", brokers);
      var pipeline = client.getKubernetesSerialization().unmarshal(text, HamstringPipeline.class);
      pipeline.getMetadata().setNamespace("default");
      client.resource(pipeline).create();
      var reconciled =
          client
              .resource(pipeline)
              .informOnCondition(there -> there.stream().anyMatch(one -> one.getStatus() != null));
      var environment =
          Map.of(
              "KUBERNETES_MASTER",
              api.url(),
              // A pod has none.
              "KUBECONFIG",
              folder.resolve("none").toString(),
              "HAMSTRING_WORKER_IMAGE",
              "hamstring-worker:test",
              "HAMSTRING_LEADER_ELECTION",
              "off",
              "HAMSTRING_HTTP_PORT",
              "0");
      try (var process =
          image("operator", environment, folder.resolve(name + "-operator.log"), flags)) {
        return timed(process, reconciled::isDone, flags);
      }
    }
  }

  /** Starts what the image of {@code module} starts. */
  private PinnedProcess image(
      String module, Map<String, String> environment, Path log, List<String> flags)
      throws IOException {
    var image = root.resolve(module).resolve("target/image");
    var java = image.resolve("root/opt/java/bin/java").toString();
    var command = new ArrayList<>(List.of(java));
    command.addAll(flags);
    command.add("@java.args");
    return PinnedProcess.start(image.resolve("app"), environment, log, command);
  }
}
