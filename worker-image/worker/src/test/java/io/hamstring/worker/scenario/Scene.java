package io.hamstring.worker.scenario;

import io.hamstring.broker.BrokerProcess;
import io.hamstring.contract.settings.WorkerSettings;
import io.hamstring.contract.settings.WorkerSettings.Timeouts;
import io.hamstring.worker.TestSettings;
import io.hamstring.worker.WorkerMain;
import io.hamstring.worker.process.TestWorker;
import io.hamstring.worker.scenario.Trap.Act;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/**
 * Two workers of one stage that copy six partitions, records that keep coming, and an audit that
 * reads along. One scenario after the other can be played on it; whoever is to die or to freeze is
 * the first worker.
 */
final class Scene implements AutoCloseable {

  private static final int PARTITIONS = 6;
  private static final Duration PATIENCE = Duration.ofSeconds(150);
  private static final String NAME = "kafka.scenario.test";

  private final Brokers brokers;
  private final Path folder;
  private final String in;
  private final TestSettings settings;
  private final Map<String, TestWorker> workers = new LinkedHashMap<>();
  private final Audit audit;
  private final Feed feed;
  private int traps;

  private Scene(Cell.Kind kind, Brokers brokers, Path folder) {
    this.brokers = brokers;
    this.folder = folder;
    var number = Results.stamp();
    this.in = "in-" + number;
    var out = "out-" + number;
    brokers.createTopic(in, PARTITIONS);
    brokers.createTopic(out, PARTITIONS);
    this.settings =
        TestSettings.reading(brokers.servers(), kind.protocol(), in)
            .writing(out)
            .processedBy(TrappedCopy.class)
            .with(timeouts(kind.maxPollInterval()));
    this.audit = Audit.of(brokers.servers(), out, PARTITIONS);
    this.feed = Feed.into(brokers.servers(), in, PARTITIONS);
  }

  /** Sets one up for cells of a kind; {@code folder} keeps the workers' logs. */
  static Scene of(Cell.Kind kind, Brokers brokers, Path folder) {
    var scene = new Scene(kind, brokers, folder);
    scene.startFirst();
    scene.start("w-1");
    return scene;
  }

  private static Timeouts timeouts(Duration maxPollInterval) {
    return new Timeouts(
        maxPollInterval,
        Duration.ofSeconds(6),
        Duration.ofSeconds(8),
        Duration.ofSeconds(5),
        Duration.ofSeconds(4),
        Duration.ofSeconds(30),
        Duration.ofSeconds(6));
  }

  /** Plays a cell, and audits every record that came meanwhile. */
  Outcome play(Cell cell) {
    var note = "";
    try {
      if (!first().process().isAlive()) {
        restartFirst();
      }
      awaitShared();
      awaitFlow();
    } catch (RuntimeException failed) {
      note = "before it began: " + failed.getMessage();
    }
    long began = System.nanoTime();
    audit.begin();
    if (note.isEmpty()) {
      try {
        cell.scenario().play(this);
      } catch (RuntimeException failed) {
        note = String.valueOf(failed);
      }
    }
    return audited(cell, note, began);
  }

  private Outcome audited(Cell cell, String soFar, long began) {
    var ids = feed.drain();
    var note = soFar;
    try {
      await("an output of every record", () -> audit.lost(ids) == 0);
    } catch (ConditionTimeoutException late) {
      note = note.isEmpty() ? late.getMessage() : note;
    }
    return new Outcome(
        cell,
        ids.size(),
        audit.lost(ids),
        audit.doubled(),
        audit.disordered(),
        audit.longestWait(),
        TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began),
        note);
  }

  /** Stops the workers in good order; {@code last} with what that brought to light. */
  Outcome end(Outcome last) {
    feed.stop();
    var outcome = audited(last.cell(), last.note(), System.nanoTime());
    var note = outcome.note();
    try {
      var alive = workers.values().stream().filter(each -> each.process().isAlive()).toList();
      alive.forEach(worker -> worker.process().terminate());
      alive.forEach(worker -> awaitEnd(worker, 0));
    } catch (IllegalStateException failed) {
      note = note.isEmpty() ? failed.getMessage() : note;
    }
    audit.close();
    return new Outcome(
        last.cell(),
        last.records() + outcome.records(),
        outcome.lost(),
        audit.doubled(),
        audit.disordered(),
        last.longestWait(),
        last.took(),
        note);
  }

  @Override
  public void close() {
    workers.values().forEach(TestWorker::close);
    feed.close();
    audit.close();
  }

  Brokers brokers() {
    return brokers;
  }

  TestWorker first() {
    return workers.get("w-0");
  }

  BrokerProcess groupCoordinator() {
    return brokers.groupCoordinator(settings.group());
  }

  /** That of the first worker. */
  BrokerProcess transactionCoordinator() {
    return brokers.transactionCoordinator(id("transactionalId"));
  }

  /** Sets a trap to the first worker. */
  Trap set(Point point, Act act) {
    var trap = new Trap(point, act, trapFolder(), ++traps);
    trap.set();
    return trap;
  }

  /** The next container of the first worker's pod. */
  void restartFirst() {
    run(() -> first().start(TrappedMain.class));
  }

  TestWorker start(String pod) {
    var worker = pod(pod, settings.settings());
    run(() -> worker.start(WorkerMain.class));
    return worker;
  }

  /** One that knows the brokers by a name that nobody knows. */
  TestWorker startWithoutName(String pod) {
    run(() -> Files.writeString(hosts(), "127.0.0.1 localhost\n"));
    var worker =
        pod(pod, settings.at(brokers.servers().replace("127.0.0.1", NAME)).settings())
            .with("JAVA_TOOL_OPTIONS", "-Djdk.net.hosts.file=" + hosts());
    run(() -> worker.start(WorkerMain.class));
    return worker;
  }

  void makeNameKnown() {
    run(() -> Files.writeString(hosts(), "127.0.0.1 localhost\n127.0.0.1 " + NAME + "\n"));
  }

  /** What an operator does to a worker that does not answer. */
  void freezeOutFirst() {
    brokers.freezeOut(settings.group(), id("instanceId"), id("transactionalId"));
  }

  /** Waits until both of the first two workers have partitions. */
  void awaitShared() {
    await("w-0 and w-1 at work", () -> owns(first()) && owns(workers.get("w-1")));
  }

  /** Waits until of each partition a record that is written from now on has its output. */
  void awaitFlow() {
    long now = System.currentTimeMillis();
    await("outputs of every partition", () -> audit.sawAll(PARTITIONS, now));
  }

  void await(String what, Callable<Boolean> condition) {
    Awaitility.await(what)
        .pollInSameThread()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(100))
        .until(condition);
  }

  boolean owns(TestWorker worker) {
    try {
      return worker.status("/readyz") == 200 && worker.report().get("partitions").size() > 0;
    } catch (IOException noAnswer) {
      return false;
    }
  }

  /** The boot that a worker reports, or 0. */
  long boot(TestWorker worker) {
    try {
      return worker.report().get("boot").asLong();
    } catch (IOException noAnswer) {
      return 0;
    }
  }

  /** Waits for a worker's end, which has to be with {@code code}. */
  void awaitEnd(TestWorker worker, int code) {
    try {
      int value = worker.process().ended().get(PATIENCE.toSeconds(), TimeUnit.SECONDS).exitValue();
      if (value != code) {
        throw new IllegalStateException("a worker ended with " + value + " instead of " + code);
      }
    } catch (TimeoutException late) {
      throw new IllegalStateException("a worker did not end with " + code, late);
    } catch (Exception failure) {
      throw failure instanceof IllegalStateException known
          ? known
          : new IllegalStateException(failure);
    }
  }

  private void startFirst() {
    var first = pod("w-0", settings.settings()).with(Trap.VARIABLE, trapFolder().toString());
    run(() -> first.start(TrappedMain.class));
  }

  private TestWorker pod(String name, WorkerSettings its) {
    try {
      var worker = TestWorker.of(name, folder, its);
      workers.put(name, worker);
      return worker;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private String id(String field) {
    try {
      return first().terminationMessage().get(field).asText();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private Path trapFolder() {
    return folder.resolve("traps").toAbsolutePath();
  }

  private Path hosts() {
    return folder.resolve("hosts").toAbsolutePath();
  }

  private static void run(Callable<?> task) {
    try {
      task.call();
    } catch (Exception failure) {
      throw new IllegalStateException(failure);
    }
  }
}
