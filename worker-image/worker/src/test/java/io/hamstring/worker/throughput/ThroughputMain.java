package io.hamstring.worker.throughput;

import io.hamstring.broker.BrokerOptions;
import io.hamstring.worker.TestKafka;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures the stages with real workers on a real broker. */
@Command(
    name = "throughput.sh",
    description =
        "Measures how many log lines each stage, and the chain of all six, works off in a second,"
            + " with one real worker each, exactly once; and how long a line takes to its alert.",
    mixinStandardHelpOptions = true)
public final class ThroughputMain implements Callable<Integer> {

  private static final String SHORT = "200ms";

  /** The JVM of a broker that is given some memory, and compiles as usual. */
  private static final List<String> BROKER_JVM =
      List.of("-Xms512m", "-Xmx512m", "-XX:+UseSerialGC", "-XX:-UsePerfData");

  enum Part {
    STAGES,
    CHAIN,
    LATENCY
  }

  @Option(names = "--only", split = ",", description = "Of ${COMPLETION-CANDIDATES}.")
  private List<Part> parts = List.of(Part.values());

  @Option(names = "--lines", description = "Log lines of a run (${DEFAULT-VALUE}).")
  private int lines = 100_000;

  @Option(names = "--warm-up", description = "Lines before those (${DEFAULT-VALUE}).")
  private int warmUp = 30_000;

  @Option(names = "--runs", description = "Runs of each (${DEFAULT-VALUE}); medians at the end.")
  private int runs = 3;

  @Option(names = "--rate", description = "Lines a second for the latency (${DEFAULT-VALUE}).")
  private int rate = 500;

  @Option(names = "--seconds", description = "How long to feed at that rate (${DEFAULT-VALUE}).")
  private int seconds = 40;

  @Option(names = "--gathering", description = "The collector's batchTimeout at that rate.")
  private String gathering = "1s";

  @Option(names = "--logs", description = "Folder for broker and workers (${DEFAULT-VALUE}).")
  private Path logs = Path.of("target", "throughput");

  private final Map<String, List<Double>> figures = new TreeMap<>();

  public static void main(String[] arguments) {
    System.exit(
        new CommandLine(new ThroughputMain())
            .setCaseInsensitiveEnumValuesAllowed(true)
            .execute(arguments));
  }

  @Override
  public Integer call() throws Exception {
    for (int run = 0; run < runs; run++) {
      var folder = logs.resolve(String.valueOf(System.currentTimeMillis()));
      var options = BrokerOptions.forTests(folder.resolve("broker")).withJvmOptions(BROKER_JVM);
      try (var kafka = TestKafka.start(options);
          var feed = new LogLines(kafka.broker().bootstrapServers());
          var progress = new Progress(kafka.broker().bootstrapServers())) {
        var site = new Site(kafka, feed, progress, folder);
        if (parts.contains(Part.STAGES)) {
          eachStageAlone(site, run);
        }
        if (parts.contains(Part.CHAIN)) {
          wholeChain(site, run);
        }
        if (parts.contains(Part.LATENCY)) {
          latency(site, run);
        }
      }
    }
    System.out.println("medians of " + runs + ":");
    figures.forEach(
        (what, values) -> System.out.printf(Locale.ROOT, "%-50s %,10.0f%n", what, median(values)));
    return 0;
  }

  private record Site(TestKafka kafka, LogLines feed, Progress progress, Path folder) {}

  private void eachStageAlone(Site site, int run) throws Exception {
    List<ConsumerRecord<byte[], byte[]>> before = null;
    for (var step : Step.values()) {
      try (var alone = Chain.start(site.kafka, site.folder, List.of(step), SHORT)) {
        if (before == null) {
          write(site, alone, run);
        } else {
          copy(site, alone, before);
        }
        alone.awaitDone(site.progress);
        rate((step.ordinal() + 1) + " " + step.id() + " alone", alone);
        before = site.progress.records(alone.last());
      }
    }
  }

  private void wholeChain(Site site, int run) throws Exception {
    try (var chain = chain(site, SHORT)) {
      write(site, chain, run);
      chain.awaitDone(site.progress);
      rate("7 whole chain", chain);
      audited(new Trace(site.progress, chain.topics()), warmUp + lines);
    }
  }

  private void write(Site site, Chain chain, int run) {
    var generated = LogLines.generate(warmUp + lines, run);
    site.feed.write(chain.first(), Chain.PARTITIONS, generated.subList(0, warmUp));
    chain.awaitDone(site.progress);
    chain.begin();
    site.feed.write(chain.first(), Chain.PARTITIONS, generated.subList(warmUp, generated.size()));
  }

  /** The records stand for the lines in equal shares. */
  private void copy(Site site, Chain alone, List<ConsumerRecord<byte[], byte[]>> records) {
    int first = (int) ((long) records.size() * warmUp / (warmUp + lines));
    site.feed.copy(records.subList(0, first), alone.first());
    alone.awaitDone(site.progress);
    alone.begin();
    site.feed.copy(records.subList(first, records.size()), alone.first());
  }

  /** Lines of the first half only warm the workers up. */
  private void latency(Site site, int run) throws Exception {
    var generated = LogLines.generate(rate * seconds, run);
    try (var chain = chain(site, gathering);
        var alerts =
            AlertReader.of(
                site.kafka.broker().bootstrapServers(), chain.last(), Chain.PARTITIONS)) {
      long measured = System.currentTimeMillis() + seconds * 500L;
      site.feed.write(chain.first(), Chain.PARTITIONS, generated, rate);
      chain.awaitDone(site.progress);
      var trace = new Trace(site.progress, chain.topics());
      audited(trace, generated.size());
      var sinceNewest = new ArrayList<Long>();
      var sinceOldest = new ArrayList<Long>();
      alerts
          .seen()
          .forEach(
              (alert, seen) -> {
                var written = trace.written(alert);
                if (written.getMin() >= measured) {
                  sinceNewest.add(seen - written.getMax());
                  sinceOldest.add(seen - written.getMin());
                }
              });
      System.out.printf("at %d lines/s, gathered for %s:%n", rate, gathering);
      percentiles("ms from a batch's newest line to its alert", sinceNewest);
      percentiles("ms from a batch's oldest line to its alert", sinceOldest);
    }
  }

  private static Chain chain(Site site, String gathering) throws Exception {
    return Chain.start(site.kafka, site.folder, Arrays.asList(Step.values()), gathering);
  }

  private static void audited(Trace trace, int lines) {
    long once = trace.linesGatheredOnce();
    System.out.printf(
        "  %d lines in, %d gathered, each once; %d batches, %d alerts%n",
        lines, once, trace.count(2), trace.count(Step.values().length));
    if (once != lines) {
      throw new IllegalStateException(lines - once + " lines were lost");
    }
  }

  /** By the clock, and by what the workers and the broker used, as if nothing else ran. */
  private void rate(String what, Chain chain) {
    double took = chain.took();
    double used = chain.used().stream().mapToLong(Duration::toNanos).sum() / 1e9;
    System.out.println("  processor time, the broker's last: " + chain.used());
    note(what + ": lines a second", lines / took);
    note(what + ": lines a second of processor time", lines / used);
  }

  private void percentiles(String what, List<Long> values) {
    Collections.sort(values);
    if (values.isEmpty()) {
      throw new IllegalStateException("no alert in time");
    }
    note(what + ", p50", values.get(values.size() / 2));
    note(what + ", p99", values.get(values.size() * 99 / 100));
  }

  private void note(String what, double value) {
    System.out.printf(Locale.ROOT, "%-50s %,10.0f%n", what, value);
    figures.computeIfAbsent(what, w -> new ArrayList<>()).add(value);
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().skip(values.size() / 2).findFirst().orElseThrow();
  }
}
