package io.hamstring.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.hamstring.bench.contender.AtLeastOnceLoop;
import io.hamstring.bench.contender.Contender;
import io.hamstring.bench.contender.CoreContender;
import io.hamstring.bench.contender.PythonLoop;
import io.hamstring.bench.contender.SerialLoop;
import io.hamstring.bench.contender.StreamsContender;
import io.hamstring.bench.measure.Latency;
import io.hamstring.bench.measure.Latency.Percentiles;
import io.hamstring.bench.measure.Measured;
import io.hamstring.bench.measure.Throughput;
import io.hamstring.bench.measure.Topics;
import io.hamstring.bench.report.BenchReport;
import io.hamstring.bench.report.HtmlPage;
import io.hamstring.bench.report.TextTable;
import io.hamstring.broker.BrokerOptions;
import io.hamstring.broker.BrokerProcess;
import io.hamstring.contract.batch.GroupCommit;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The same work done by the core and by its peers, in one run: the command line of {@code run.sh}.
 */
@Command(
    name = "run.sh",
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Lets the recovery core and its peers do the same work on the same broker, in turn, and says"
          + " how they compare.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:measured",
      "1:a contender failed, lost or doubled a record, or the core fell below a floor of --smoke",
      "2:the command line cannot be followed"
    })
public final class BenchMain implements Callable<Integer> {

  /** The broker of the figures on record. */
  private static final List<String> BROKER_JVM =
      List.of("-Xms384m", "-Xmx384m", "-XX:+UseSerialGC", "-XX:-UsePerfData");

  /** Faster than any contender was seen to be, so that the input does not run out. */
  private static final long MOST_BYTES_PER_SECOND = 500_000_000;

  private static final long MOST_RECORDS_PER_SECOND = 1_500_000;

  /** A start, and what is read before the window begins. */
  private static final Duration BEFORE_WINDOW = Duration.ofMillis(700);

  /**
   * What a regression by half falls below: half of the figures on record, which the short form
   * reaches too (1.91 and 0.74).
   */
  private static final Map<String, Double> FLOORS =
      Map.of("core/streams1", 0.73, "core/serial100", 0.35);

  @Option(
      names = "--size",
      defaultValue = "100",
      paramLabel = "BYTES",
      description = "Size of a record's value. Default: ${DEFAULT-VALUE}.")
  private int size;

  @Option(
      names = "--seconds",
      defaultValue = "3",
      paramLabel = "N",
      description = "How long each contender is watched in each round. Default: ${DEFAULT-VALUE}.")
  private double seconds;

  @Option(
      names = "--rounds",
      defaultValue = "5",
      paramLabel = "N",
      description = "Rounds that are told. Default: ${DEFAULT-VALUE}.")
  private int rounds;

  @Option(
      names = "--warm-up",
      defaultValue = "6",
      paramLabel = "N",
      description =
          "Rounds before them, at least one; every output of the first is read and counted."
              + " Default: ${DEFAULT-VALUE}.")
  private int warmUps;

  @Option(
      names = "--only",
      split = ",",
      paramLabel = "NAME",
      description = "Only these contenders.")
  private List<String> only = List.of();

  @Option(
      names = "--latency",
      negatable = true,
      defaultValue = "true",
      fallbackValue = "true",
      description = "Measures end-to-end latency too. Default: yes.")
  private boolean latency;

  @Option(
      names = "--smoke",
      description = "Short, three contenders, no latency; fails if the core falls below a floor.")
  private boolean smoke;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description = "Where report.json and report.html go.")
  private Path report;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Shows this.")
  private boolean help;

  private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);

  private BenchMain() {}

  /** Runs the bench and ends the process. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new BenchMain()).execute(arguments));
  }

  @Override
  public Integer call() throws IOException {
    if (smoke) {
      seconds = Math.min(seconds, 2);
      rounds = Math.min(rounds, 2);
      warmUps = 1;
      latency = false;
      only = only.isEmpty() ? List.of("core", "serial100", "streams1") : only;
    }
    var folder = Files.createTempDirectory("hamstring-bench");
    try (var broker =
        BrokerProcess.start(
            BrokerOptions.withDefaults(folder.resolve("broker"))
                .with("group.initial.rebalance.delay.ms", "0")
                .with("log.retention.ms", "-1")
                .withJvmOptions(BROKER_JVM))) {
      var found = measured(broker.bootstrapServers(), folder);
      TextTable.of(found).forEach(out::println);
      if (report != null) {
        write(found);
      }
      return smoke && !isFastEnough(found) ? 1 : 0;
    } catch (IllegalStateException failed) {
      out.println("run.sh: " + failed.getMessage());
      if (failed.getCause() != null) {
        out.println("  because of " + failed.getCause());
      }
      return 1;
    } finally {
      deleteAll(folder);
    }
  }

  private List<Contender> contenders() {
    var all = new ArrayList<Contender>();
    all.add(new CoreContender("core", GroupCommit.DEFAULT));
    all.add(new CoreContender("coreNoGroup", GroupCommit.OFF));
    all.add(new SerialLoop("serial50", 50, Duration.ZERO, 100));
    all.add(new SerialLoop("serial100", 2_000, Duration.ofMillis(100), 2));
    all.add(new AtLeastOnceLoop("atLeastOnce", 2_000, Duration.ofMillis(100)));
    all.add(new StreamsContender("streams1", 1));
    all.add(new StreamsContender("streams2", 2));
    if (PythonLoop.isInstalled()) {
      all.add(new PythonLoop("python50"));
    }
    all.removeIf(contender -> !only.isEmpty() && !only.contains(contender.name()));
    return all;
  }

  private BenchReport measured(String bootstrapServers, Path folder) {
    long records = records();
    say("preloading %,d records of %d bytes", records, size);
    try (var topics = new Topics(bootstrapServers)) {
      topics.preload("input", records, size);
      var throughput = new Throughput(topics, bootstrapServers, folder, "input", records);
      var contenders = contenders();
      var all = new ArrayList<List<Measured>>();
      int before = Math.max(1, warmUps);
      for (int round = 0; round < before + rounds; round++) {
        var results = round(throughput, contenders, round == 0, round < before);
        if (round >= before) {
          all.add(results);
        }
        Collections.rotate(contenders, 1);
      }
      topics.delete("input");
      var found = new BenchReport(size, seconds, all, List.of());
      return latency
          ? new BenchReport(size, seconds, all, latencies(topics, bootstrapServers, folder, found))
          : found;
    }
  }

  private List<Measured> round(
      Throughput throughput, List<Contender> contenders, boolean isFirst, boolean warmsUp) {
    var results = new ArrayList<Measured>();
    for (var contender : contenders) {
      var result = throughput.run(contender, Duration.ofMillis((long) (seconds * 1_000)), isFirst);
      say(
          "%-12s %,12.0f records/s %s",
          contender.name(),
          result.recordsPerSecond(),
          isFirst ? "(warm-up, checked)" : warmsUp ? "(warm-up)" : "");
      results.add(result);
    }
    return results;
  }

  private List<Percentiles> latencies(
      Topics topics, String bootstrapServers, Path folder, BenchReport found) {
    var meter = new Latency(topics, bootstrapServers, folder);
    var contenders =
        contenders().stream()
            .filter(c -> List.of("core", "serial100", "streams1").contains(c.name()))
            .toList();
    var results = new ArrayList<Percentiles>();
    double half = found.medians().getOrDefault(BenchReport.CORE, 4_000.0) / 2;
    for (double rate : new double[] {2_000, half}) {
      for (int round = 0; round < Math.min(rounds, 3); round++) {
        for (var contender : contenders) {
          boolean isMeantForIt = rate == 2_000 || contender.name().equals(BenchReport.CORE);
          if (isMeantForIt) {
            var result = meter.run(contender, rate, size, Duration.ofSeconds((long) seconds));
            say(
                "%-12s at %,.0f/s: p50 %.1f ms, p99 %.1f ms",
                contender.name(), rate, result.p50(), result.p99());
            results.add(result);
          }
        }
      }
    }
    return results;
  }

  private long records() {
    double perSecond =
        Math.min(MOST_RECORDS_PER_SECOND, (double) MOST_BYTES_PER_SECOND / Math.max(size, 1));
    return (long) (perSecond * (seconds + BEFORE_WINDOW.toMillis() / 1e3));
  }

  private boolean isFastEnough(BenchReport found) {
    boolean enough = true;
    for (var floor : FLOORS.entrySet()) {
      double ratio = found.ratios().getOrDefault(floor.getKey(), Double.NaN);
      if (!(ratio >= floor.getValue())) {
        out.printf(
            Locale.ROOT,
            "run.sh: %s is %.2f, below its floor of %.2f%n",
            floor.getKey(),
            ratio,
            floor.getValue());
        enough = false;
      }
    }
    return enough;
  }

  private void write(BenchReport found) throws IOException {
    Files.createDirectories(report);
    var json = report.resolve("report.json");
    new ObjectMapper()
        .enable(SerializationFeature.INDENT_OUTPUT)
        .writeValue(json.toFile(), found.toMap());
    Files.writeString(report.resolve("report.html"), HtmlPage.of(found));
    out.println("written: " + json + ", " + report.resolve("report.html"));
  }

  private void say(String format, Object... values) {
    out.printf(Locale.ROOT, format + "%n", values);
  }

  private static void deleteAll(Path folder) {
    try (var files = Files.walk(folder)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
