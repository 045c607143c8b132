package io.hamstring.bench.measure;

import io.hamstring.bench.contender.Contender;
import io.hamstring.bench.contender.Job;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Lets contenders work through the same preloaded topic, one at a time. */
public final class Throughput {

  private static final Duration NOT_YET_WARM = Duration.ofMillis(300);

  private final Topics topics;
  private final String bootstrapServers;
  private final Path folder;
  private final String input;
  private final long total;
  private int runs;

  /**
   * On a topic that is there.
   *
   * @param folder where contenders may keep files
   * @param total records of the input
   */
  public Throughput(Topics topics, String bootstrapServers, Path folder, String input, long total) {
    this.topics = topics;
    this.bootstrapServers = bootstrapServers;
    this.folder = folder;
    this.input = input;
    this.total = total;
  }

  /**
   * One run of one contender, into a topic of its own that is taken away afterwards.
   *
   * @param check whether to read the output and count every record
   * @throws IllegalStateException if it did not do its work, or not right
   */
  public Measured run(Contender contender, Duration window, boolean check) {
    var name = contender.name() + "-" + ++runs;
    var output = input + "-" + name;
    topics.create(output);
    try {
      var job = new Job(bootstrapServers, input, output, "group-" + output, folder(name));
      var progress = new Progress(topics.admin(), job.group());
      var measured = measured(contender, job, progress, window);
      if (check) {
        OutputCheck.everyRecordOnce(bootstrapServers, output, progress.committed());
      }
      return measured;
    } finally {
      topics.delete(output);
    }
  }

  private Measured measured(Contender contender, Job job, Progress progress, Duration window) {
    var running = contender.start(job);
    try (running) {
      var start = progress.awaitFirst();
      progress.skip(NOT_YET_WARM);
      long bytes = Allocation.bytes();
      long records = progress.committed();
      progress.watch(window, total);
      records = progress.committed() - records;
      bytes = Allocation.bytes() - bytes;
      double rate =
          progress
              .rate()
              .orElseThrow(
                  () ->
                      new IllegalStateException(
                          contender.name()
                              + ": too few commits within "
                              + window
                              + " to say how fast it is; give more --seconds"));
      return new Measured(
          contender.name(),
          rate,
          start.toMillis() / 1e3,
          contender.isHere() ? (double) bytes / records : Double.NaN);
    }
  }

  private Path folder(String name) {
    try {
      return Files.createDirectories(folder.resolve(name));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
