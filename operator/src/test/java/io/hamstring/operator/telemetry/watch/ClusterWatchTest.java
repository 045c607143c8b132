package io.hamstring.operator.telemetry.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hamstring.contract.settings.WorkerSettings.OffsetReset;
import io.hamstring.operator.telemetry.PipelineKey;
import io.hamstring.operator.telemetry.StageKey;
import io.hamstring.operator.telemetry.TelemetryBoard;
import io.hamstring.operator.telemetry.WorkerObservation;
import io.hamstring.operator.telemetry.watch.PodSource.PodView;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Without a cluster: what the watch's own threads do. */
class ClusterWatchTest {

  private static final PipelineKey KEY = new PipelineKey("security", "dns");
  private static final StageKey STAGE = KEY.stage("detector");

  private static WatchedPipeline pipeline(String bootstrapServers) {
    return pipeline(bootstrapServers, Map.of());
  }

  private static WatchedPipeline pipeline(String bootstrapServers, Map<String, String> settings) {
    return new WatchedPipeline(
        KEY,
        new Cluster(bootstrapServers, settings),
        List.of(),
        List.of(
            new WatchedStage(
                STAGE,
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

  /** Nobody answers, so that there is time for as many as there are slots: one half. */
  @Test
  void nobodyIsPassedOverTwiceInARowWhileThereIsTimeForHalf() throws Exception {
    var count = 2 * ReportScraper.IN_FLIGHT;
    var looks = new AtomicInteger();
    var board = new TelemetryBoard();
    var passedOver = new CopyOnWriteArrayList<Set<String>>();
    try (var mute = new ServerSocket(0, count, InetAddress.getLoopbackAddress());
        var watch =
            new TelemetryWatch(
                board,
                stage -> changing(looks.incrementAndGet(), count, mute.getLocalPort()),
                pipelines -> passedOver.add(passedOver(board)),
                Clock.systemUTC(),
                Duration.ofMillis(50))) {
      // Kafka is not asked at all.
      watch.watch(pipeline("127.0.0.1:4", Map.of("security.protocol", "NONSENSE")));

      await()
          .atMost(Duration.ofSeconds(60))
          .until(
              () ->
                  IntStream.range(1, passedOver.size())
                      .filter(i -> !passedOver.get(i - 1).isEmpty())
                      .anyMatch(
                          i -> Collections.disjoint(passedOver.get(i - 1), passedOver.get(i))));
    }
  }

  /** Nothing of a pod stays as it was but its name and where it answers. */
  private static List<PodView> changing(int look, int count, int port) {
    var uri = URI.create("http://127.0.0.1:" + port + "/report");
    return IntStream.range(0, count)
        .mapToObj(i -> new PodView("w-" + i, "Running", look % 2 == 0, look, uri))
        .toList();
  }

  private static Set<String> passedOver(TelemetryBoard board) {
    return board.of(STAGE).stream()
        .flatMap(window -> window.latest().workers().stream())
        .filter(WorkerObservation::isPassedOver)
        .map(WorkerObservation::pod)
        .collect(Collectors.toSet());
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
