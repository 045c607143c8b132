package io.hamstring.operator.telemetry.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hamstring.contract.settings.WorkerSettings.OffsetReset;
import io.hamstring.operator.telemetry.PipelineKey;
import io.hamstring.operator.telemetry.TelemetryBoard;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Without a cluster: what the watch's own threads do. */
class ClusterWatchTest {

  private static WatchedPipeline pipeline(String bootstrapServers) {
    var key = new PipelineKey("security", "dns");
    return new WatchedPipeline(
        key,
        new Cluster(bootstrapServers, Map.of()),
        List.of(),
        List.of(
            new WatchedStage(
                key.stage("detector"),
                "g",
                OffsetReset.EARLIEST,
                List.of("in"),
                List.of(),
                Duration.ofMinutes(10))));
  }

  private static TelemetryWatch watch(PodSource pods, SweepListener listener) {
    return new TelemetryWatch(
        new TelemetryBoard(), pods, listener, Clock.systemUTC(), Duration.ofMillis(50));
  }

  @Test
  void anErrorEndsOneLookAndNotTheWatchAndWhatIsKnownIsJudged() {
    var judged = new AtomicInteger();
    try (var watch =
        watch(
            stage -> {
              throw new LinkageError("a bug");
            },
            pipelines -> {
              judged.incrementAndGet();
              throw new LinkageError("another");
            })) {
      watch.watch(pipeline("127.0.0.1:1"));

      await().atMost(Duration.ofSeconds(30)).until(() -> judged.get() >= 3);
    }
  }

  @Test
  void nothingIsOpenedAfterTheEnd() {
    var watch = watch(stage -> List.of(), pipelines -> {});
    watch.close();

    watch.watch(pipeline("127.0.0.1:2"));

    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.getName().equals("sweep 127.0.0.1:2"));
  }

  /** It waits 0.2 s for others that come close behind it. */
  @Test
  void aLookThatWasAskedForOpensNothingAfterTheEnd() {
    var before = Thread.getAllStackTraces().keySet();
    var watch =
        new TelemetryWatch(
            new TelemetryBoard(),
            stage -> List.of(),
            pipelines -> {},
            Clock.systemUTC(),
            Duration.ofHours(1));
    watch.watch(pipeline("127.0.0.1:3"));

    watch.close();

    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                Thread.getAllStackTraces().keySet().stream()
                    .noneMatch(thread -> thread.getName().equals("sweep 127.0.0.1:3")));
    assertThat(Thread.getAllStackTraces().keySet())
        .filteredOn(thread -> !before.contains(thread))
        .noneMatch(thread -> thread.getName().startsWith("kafka-admin-client-thread"));
  }
}
