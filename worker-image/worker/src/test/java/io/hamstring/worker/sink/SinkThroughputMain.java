package io.hamstring.worker.sink;

import static org.awaitility.Awaitility.await;

import io.hamstring.broker.clickhouse.ClickHouseOptions;
import io.hamstring.broker.clickhouse.ClickHouseServer;
import io.hamstring.worker.TestKafka;
import io.hamstring.worker.stage.sink.SinkServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures how fast one sink works a backlog off. */
@Command(
    name = "sink-throughput.sh",
    description =
        "Measures how many rows a second one real sink writes to a real ClickHouse, from a backlog,"
            + " and that each is there once.",
    mixinStandardHelpOptions = true)
public final class SinkThroughputMain implements Callable<Integer> {

  private static final int PARTITIONS = 4;
  private static final int PORTION = 5_000;

  @Option(names = "--rows", description = "Rows of a run (${DEFAULT-VALUE}).")
  private int rows = 400_000;

  @Option(names = "--batch-size", description = "Rows of an insert (${DEFAULT-VALUE}).")
  private int batchSize = 5_000;

  @Option(names = "--kafka-batch-size", description = "Records of a batch (${DEFAULT-VALUE}).")
  private int kafkaBatchSize = 5_000;

  @Option(names = "--heap", description = "The worker's heap (${DEFAULT-VALUE}).")
  private String heap = "256m";

  @Option(names = "--runs", description = "Runs (${DEFAULT-VALUE}); the median at the end.")
  private int runs = 3;

  private SinkThroughputMain() {}

  public static void main(String[] arguments) {
    System.exit(new CommandLine(new SinkThroughputMain()).execute(arguments));
  }

  @Override
  public Integer call() throws Exception {
    if (ClickHouseServer.program().isEmpty()) {
      System.err.println("there is no clickhouse-server; Debian has it");
      return 1;
    }
    var folder = Files.createTempDirectory(Files.createDirectories(Path.of("target")), "sink-");
    var rates = new ArrayList<Double>();
    var server = ClickHouseOptions.in(folder.resolve("clickhouse"), SinkServer.PASSWORD);
    try (var clickHouse = ClickHouseServer.start(server);
        var kafka = TestKafka.start(folder.resolve("broker"))) {
      kafka.topicNamed(SinkScene.LEVELS, 1);
      kafka.topicNamed(SinkScene.LETTERS, 1);
      kafka.topicNamed(SinkScene.LOGS, PARTITIONS);
      for (int run = 1; run <= runs; run++) {
        rates.add(run(run, folder, kafka, clickHouse));
      }
    }
    Collections.sort(rates);
    say("median of %d runs: %,.0f rows/s", runs, rates.get(rates.size() / 2));
    return 0;
  }

  private double run(int run, Path folder, TestKafka kafka, ClickHouseServer server)
      throws Exception {
    kafka.makeAnew(SinkScene.LOGS, PARTITIONS);
    var scene =
        new SinkScene(
            kafka,
            Files.createDirectories(folder.resolve("run-" + run)),
            server.url().toString(),
            "run" + run);
    int each = rows / PARTITIONS;
    for (int from = 0; from < each; from += PORTION) {
      scene.write(PARTITIONS, from, Math.min(PORTION, each - from));
    }
    var more = Map.<String, Object>of("batchSize", batchSize, "kafkaBatchSize", kafkaBatchSize);
    var jvm = List.of("-Xmx" + heap, "-XX:+UseSerialGC", "-XX:-UsePerfData");
    long total = (long) each * PARTITIONS;
    try (var worker = scene.worker("w-0", more).withJvm(jvm).start()) {
      await().forever().pollInSameThread().until(() -> count(server, scene) > 0);
      long first = count(server, scene);
      long began = System.nanoTime();
      await()
          .pollInSameThread()
          .pollInterval(Duration.ofMillis(100))
          .atMost(Duration.ofMinutes(10))
          .until(() -> !worker.process().isAlive() || count(server, scene) >= total);
      double seconds = (System.nanoTime() - began) / 1e9;
      var shown =
          server.ask(
              "SELECT count(), uniqExact(message_id) FROM " + scene.database() + ".server_logs");
      if (!shown.equals(total + "\t" + total)) {
        throw new IllegalStateException("of " + total + " rows these are shown: " + shown);
      }
      double rate = (total - first) / seconds;
      say(
          "run %d: %,d rows, inserts of %d, batches of %d, heap %s: %,.0f rows/s",
          run, total, batchSize, kafkaBatchSize, heap, rate);
      return rate;
    }
  }

  private static long count(ClickHouseServer server, SinkScene scene) {
    try {
      return Long.parseLong(
          server.ask("SELECT count() FROM " + scene.database() + ".server_logs_rows"));
    } catch (IllegalStateException notYet) {
      return 0;
    }
  }

  private static void say(String format, Object... values) {
    System.out.println(String.format(Locale.ROOT, format, values));
  }
}
