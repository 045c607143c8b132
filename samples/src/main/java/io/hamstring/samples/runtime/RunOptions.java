package io.hamstring.samples.runtime;

import io.hamstring.broker.clickhouse.ClickHouseServer;
import io.hamstring.samples.traffic.LogFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a run is asked to do.
 *
 * @param pipeline the file with the HamstringPipeline
 * @param input log file to feed, or null to generate traffic
 * @param records how many records to feed, or null for all of the file, 20,000 generated ones with
 *     {@code once}, and no end without
 * @param seed of generated traffic
 * @param once whether the run ends when the input is worked off
 * @param kills workers to kill while input arrives
 * @param report where to write the report beside the run's own folder, or null
 * @param timeout bound on a run with {@code once}
 * @param clickHouse whether stages tell of their work, and a sink writes that to a ClickHouse
 */
public record RunOptions(
    Path pipeline,
    Path input,
    Long records,
    long seed,
    boolean once,
    List<Kill> kills,
    Path report,
    Duration timeout,
    boolean clickHouse) {

  private static final long GENERATED_ONCE = 20_000;
  private static final double MODEST_RATE = 200;

  public RunOptions {
    kills = List.copyOf(kills);
  }

  /** A run without ClickHouse. */
  public RunOptions(
      Path pipeline,
      Path input,
      Long records,
      long seed,
      boolean once,
      List<Kill> kills,
      Path report,
      Duration timeout) {
    this(pipeline, input, records, seed, once, kills, report, timeout, false);
  }

  /**
   * Looks at everything that can be known before anything is started.
   *
   * @throws RunFailed naming what cannot be followed
   */
  public void check() throws RunFailed {
    if (clickHouse && ClickHouseServer.program().isEmpty()) {
      throw usage("--clickhouse needs clickhouse-server; on Debian 12: apt-get install it");
    }
    var stages = pipelineFile().stages();
    for (var kill : kills) {
      if (!stages.contains(kill.stage())) {
        throw usage(
            "--kill names the stage '%s', but %s has %s"
                .formatted(kill.stage(), pipeline, String.join(", ", stages)));
      }
    }
    if (records != null && records < 1) {
      throw usage("--records must be at least 1, was " + records);
    }
    if (report != null && Files.isDirectory(report)) {
      throw usage("--report names a folder: " + report);
    }
    linesOfInput();
  }

  /** The pipeline that the file holds. */
  PipelineFile pipelineFile() throws RunFailed {
    try {
      var file = PipelineFile.read(pipeline);
      return clickHouse ? file.withSink() : file;
    } catch (IOException e) {
      throw usage(e.getMessage());
    }
  }

  /** How many lines the input file holds, if there is one. */
  Optional<Long> linesOfInput() throws RunFailed {
    if (input == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(LogFile.count(input));
    } catch (IOException e) {
      throw usage("--input: " + e.getMessage());
    }
  }

  private static RunFailed usage(String message) {
    return new RunFailed(ExitStatus.USAGE, message);
  }

  /**
   * How many records are fed.
   *
   * @param inFile lines of the input file, if there is one
   */
  public long recordsOf(Optional<Long> inFile) {
    long otherwise = inFile.orElse(once ? GENERATED_ONCE : Long.MAX_VALUE);
    long wanted = records == null ? otherwise : records;
    return inFile.map(lines -> Math.min(lines, wanted)).orElse(wanted);
  }

  /** How fast {@code total} records are fed. */
  public Pace pace(long total) {
    if (!once) {
      return Pace.steady(MODEST_RATE);
    }
    return kills.isEmpty() ? Pace.UNBOUNDED : Pace.around(kills, total);
  }
}
