package io.hamstring.operator.telemetry.watch;

import io.hamstring.operator.telemetry.ClusterReach;
import io.hamstring.operator.telemetry.ClusterTraits;
import io.hamstring.operator.telemetry.PipelineKey;
import io.hamstring.operator.telemetry.TelemetryBoard;
import io.hamstring.operator.telemetry.watch.PodSource.PodView;
import io.hamstring.operator.telemetry.watch.ReportScraper.Answer;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at one cluster again and again: one admin client, one thread, whatever the number of
 * pipelines. The thread is the bulkhead: a cluster that does not answer keeps nobody else waiting.
 * Pipelines are confined to it.
 */
final class ClusterWatch {

  private static final Logger LOG = LoggerFactory.getLogger(ClusterWatch.class);

  /** Bound of each admin call. */
  static final Duration BOUND = Duration.ofSeconds(5);

  /** Changes that come close together are looked at together. */
  private static final Duration GATHERING = Duration.ofMillis(200);

  private final Cluster cluster;
  private final TelemetryBoard board;
  private final PodSource pods;
  private final ReportScraper scraper;
  private final SweepListener listener;
  private final Clock clock;
  private final ScheduledExecutorService thread;
  private final AtomicBoolean requested = new AtomicBoolean();
  private final Map<PipelineKey, WatchedPipeline> pipelines = new TreeMap<>();
  private final Stands stands = new Stands();
  private final TraitsReader traitsReader = new TraitsReader();
  // Pods that the latest look had no time to ask. Confined to the thread.
  private Set<PodView.Identity> passedOver = Set.of();
  // Closed by others only after the thread was told to end.
  private volatile Admin admin;
  // A look that was asked for before the end still comes up after it.
  private volatile boolean closed;

  ClusterWatch(
      Cluster cluster,
      TelemetryBoard board,
      PodSource pods,
      ReportScraper scraper,
      SweepListener listener,
      Clock clock,
      Duration interval) {
    this.cluster = cluster;
    this.board = board;
    this.pods = pods;
    this.scraper = scraper;
    this.listener = listener;
    this.clock = clock;
    this.thread =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              var one = new Thread(task, "sweep " + cluster);
              one.setDaemon(true);
              return one;
            });
    // Clusters that are opened together are not looked at together for ever.
    var first = interval.toMillis() + ThreadLocalRandom.current().nextLong(interval.toMillis());
    thread.scheduleWithFixedDelay(this::sweep, first, interval.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Watches a pipeline as it is now, beginning soon. */
  void watch(WatchedPipeline pipeline) {
    thread.execute(() -> pipelines.put(pipeline.key(), pipeline));
    if (requested.compareAndSet(false, true)) {
      thread.schedule(this::requestedSweep, GATHERING.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  /** Lets go of a pipeline that another watch takes over, with what was seen of it. */
  void leave(PipelineKey pipeline) {
    thread.execute(() -> pipelines.remove(pipeline));
  }

  /** Lets go of a pipeline and of what was seen of it. */
  void forget(PipelineKey pipeline) {
    thread.execute(
        () -> {
          pipelines.remove(pipeline);
          board.retain(pipeline, Set.of());
        });
  }

  /** Ends the thread and the client; what was being asked is given up. */
  void close() {
    closed = true;
    try {
      thread.execute(this::closeAdmin);
    } catch (RejectedExecutionException closedBefore) {
      return;
    }
    thread.shutdown();
  }

  /** Waits for the end after {@link #close()}. */
  void awaitEnd(Duration bound) throws InterruptedException {
    if (!thread.awaitTermination(bound.toMillis(), TimeUnit.MILLISECONDS)) {
      thread.shutdownNow();
      closeAdmin();
    }
  }

  private void closeAdmin() {
    if (admin != null) {
      admin.close(Duration.ofSeconds(1));
      admin = null;
    }
  }

  private void requestedSweep() {
    requested.set(false);
    sweep();
  }

  private void sweep() {
    if (closed || pipelines.isEmpty()) {
      return;
    }
    var began = clock.instant();
    try {
      look();
    } catch (InterruptedException stopping) {
      // Whoever interrupts has closed the client, but perhaps an earlier one than this look's.
      closeAdmin();
      Thread.currentThread().interrupt();
      return;
    } catch (Throwable bug) {
      failed(bug);
    }
    // What grows old must be judged too, so that a look that fails is told of.
    try {
      listener.swept(Set.copyOf(pipelines.keySet()));
      listener.took(Duration.between(began, clock.instant()));
    } catch (Throwable bug) {
      failed(bug);
    }
  }

  /** An executor that sees a throwable never runs the task again: none may pass. */
  private void failed(Throwable bug) {
    LOG.atError().addKeyValue("cluster", cluster).setCause(bug).log("sweep failed");
  }

  private Set<PipelineKey> keeping(String topic) {
    return pipelines.values().stream()
        .filter(
            pipeline -> pipeline.keptTopics().stream().anyMatch(kept -> kept.name().equals(topic)))
        .map(WatchedPipeline::key)
        .collect(Collectors.toSet());
  }

  private void look() throws InterruptedException {
    var podsByStage = new HashMap<WatchedStage, List<PodView>>();
    for (var pipeline : pipelines.values()) {
      pipeline.stages().forEach(stage -> podsByStage.put(stage, pods.podsOf(stage.key())));
    }
    var running =
        podsByStage.values().stream()
            .flatMap(List::stream)
            .filter(pod -> pod.phase().equals("Running"))
            .toList();
    var scraping = scraper.scrape(running, passedOver);
    var opened = open();
    var sweep =
        opened.isReached()
            ? ClusterSweep.of(admin, pipelines.values(), stands, clock, BOUND)
            : null;
    var reach = sweep == null ? opened : sweep.reach();
    var answers = answers(scraping);
    passedOver = passedOver(running, answers);
    if (sweep != null) {
      sweep.grown().forEach(topic -> listener.grew(keeping(topic.name()), topic));
    }
    var now = clock.instant();
    var traits = reach.isReached() ? traitsReader.of(admin, BOUND, now) : ClusterTraits.UNKNOWN;
    podsByStage.forEach(
        (stage, podsOfStage) -> {
          board.record(
              stage.key(),
              stage.span(),
              reach.isReached()
                  ? Looking.at(fitness(stage, traits), stage, sweep, podsOfStage, answers, now)
                  : Looking.without(reach, stage, podsOfStage, answers, now));
          if (!pods.wantsWorkers(stage.key())) {
            board.rest(stage.key());
          }
        });
    pipelines
        .values()
        .forEach(
            pipeline ->
                board.retain(
                    pipeline.key(),
                    pipeline.stages().stream().map(stage -> stage.key().stage()).toList()));
  }

  private ClusterReach fitness(WatchedStage stage, ClusterTraits traits) {
    var unfit = traits.whyUnfitFor(pipelines.get(stage.key().pipeline()).needs());
    return unfit.isEmpty()
        ? ClusterReach.REACHED
        : new ClusterReach(ClusterReach.State.UNFIT, unfit);
  }

  private static Map<PodView, Answer> answers(CompletableFuture<Map<PodView, Answer>> scraping)
      throws InterruptedException {
    try {
      return scraping.get(BOUND.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException late) {
      return Map.of();
    }
  }

  /** All of them when the answers came too late: then nobody goes before the others. */
  private static Set<PodView.Identity> passedOver(
      List<PodView> running, Map<PodView, Answer> answers) {
    return running.stream()
        .filter(pod -> answers.getOrDefault(pod, Answer.PASSED_OVER).equals(Answer.PASSED_OVER))
        .map(PodView::identity)
        .collect(Collectors.toSet());
  }

  /** Builds the client when there is none; name resolution may block, here it keeps only us. */
  private ClusterReach open() {
    if (admin != null) {
      return ClusterReach.REACHED;
    }
    try {
      admin = Admin.create(AdminSettings.of(cluster));
      return ClusterReach.REACHED;
    } catch (KafkaException refused) {
      return AdminFailures.reachWithout(refused, namesResolve());
    }
  }

  private boolean namesResolve() {
    for (var server : cluster.bootstrapServers().split(",")) {
      try {
        var host = server.strip().replaceFirst(":\\d+$", "").replaceAll("[\\[\\]]", "");
        if (InetAddress.getByName(host) != null) {
          return true;
        }
      } catch (UnknownHostException notNow) {
        // The next one may resolve.
      }
    }
    return false;
  }
}
