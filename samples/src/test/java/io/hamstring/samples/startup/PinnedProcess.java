package io.hamstring.samples.startup;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** A process that has one processor of this machine to itself, and whose start is timed. */
final class PinnedProcess implements AutoCloseable {

  private static final String PROCESSOR = "1";
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final long began;
  private final Process process;
  private final Path log;

  private PinnedProcess(long began, Process process, Path log) {
    this.began = began;
    this.process = process;
    this.log = log;
  }

  /** Starts {@code command} in {@code folder}; all that it says goes to {@code log}. */
  static PinnedProcess start(
      Path folder, Map<String, String> environment, Path log, List<String> command)
      throws IOException {
    var pinned = new ArrayList<>(List.of("taskset", "-c", PROCESSOR));
    pinned.addAll(command);
    var builder =
        new ProcessBuilder(pinned)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    builder.environment().putAll(environment);
    var began = System.nanoTime();
    return new PinnedProcess(began, builder.start(), log);
  }

  /** How long it took from its start until {@code isThere}, which is asked again and again. */
  Duration until(Callable<Boolean> isThere) {
    await()
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(2))
        .atMost(PATIENCE)
        .failFast("it ended; see " + log, () -> !process.isAlive())
        .until(isThere);
    return Duration.ofNanos(System.nanoTime() - began);
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(20, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException interrupted) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
