package io.hamstring.operator.telemetry.watch;

import io.hamstring.operator.telemetry.PipelineKey;
import io.hamstring.operator.telemetry.TelemetryBoard;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Looks at every watched pipeline on threads of its own and writes what it sees to the board. One
 * client and one thread per cluster and credentials, closed when the last pipeline of it goes.
 * Calls return at once.
 */
public final class TelemetryWatch implements AutoCloseable {

  /** Threads that wait for reports, shared by all clusters. */
  private static final int SCRAPERS = 4;

  private final TelemetryBoard board;
  private final PodSource pods;
  private final SweepListener listener;
  private final Clock clock;
  private final Duration interval;
  private final ExecutorService scrapers;
  private final ReportScraper scraper;
  private final ReentrantLock lock = new ReentrantLock();

  // All guarded by lock.
  private boolean closed;
  private final Map<PipelineKey, WatchedPipeline> pipelines = new HashMap<>();
  private final Map<Cluster, ClusterWatch> clusters = new HashMap<>();

  /** A watch that looks every {@code interval}. */
  public TelemetryWatch(
      TelemetryBoard board,
      PodSource pods,
      SweepListener listener,
      Clock clock,
      Duration interval) {
    this.board = board;
    this.pods = pods;
    this.listener = listener;
    this.clock = clock;
    this.interval = interval;
    this.scrapers =
        Executors.newFixedThreadPool(
            SCRAPERS,
            task -> {
              var thread = new Thread(task, "scrape");
              thread.setDaemon(true);
              return thread;
            });
    this.scraper = new ReportScraper(scrapers);
  }

  /** Watches a pipeline as it is now; nothing if it is watched so already, or after the end. */
  public void watch(WatchedPipeline pipeline) {
    lock.lock();
    try {
      if (closed) {
        return;
      }
      var before = pipelines.put(pipeline.key(), pipeline);
      if (pipeline.equals(before)) {
        return;
      }
      if (before != null && !before.cluster().equals(pipeline.cluster())) {
        // New credentials do not undo what was seen.
        clusters.get(before.cluster()).leave(before.key());
        closeIfUnused(before.cluster());
      }
      clusters.computeIfAbsent(pipeline.cluster(), this::open).watch(pipeline);
    } finally {
      lock.unlock();
    }
  }

  /** Lets go of a pipeline. */
  public void forget(PipelineKey pipeline) {
    lock.lock();
    try {
      var before = pipelines.remove(pipeline);
      if (before != null) {
        release(before);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Ends every thread and client. */
  @Override
  public void close() {
    List<ClusterWatch> closing;
    lock.lock();
    try {
      closed = true;
      closing = new ArrayList<>(clusters.values());
      clusters.clear();
      pipelines.clear();
    } finally {
      lock.unlock();
    }
    closing.forEach(ClusterWatch::close);
    try {
      for (var cluster : closing) {
        cluster.awaitEnd(ClusterWatch.BOUND);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    scrapers.shutdownNow();
  }

  private ClusterWatch open(Cluster cluster) {
    return new ClusterWatch(cluster, board, pods, scraper, listener, clock, interval);
  }

  private void release(WatchedPipeline pipeline) {
    clusters.get(pipeline.cluster()).forget(pipeline.key());
    closeIfUnused(pipeline.cluster());
  }

  private void closeIfUnused(Cluster cluster) {
    if (pipelines.values().stream().noneMatch(other -> other.cluster().equals(cluster))) {
      clusters.remove(cluster).close();
    }
  }
}
