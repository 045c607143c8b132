package io.hamstring.recovery.loop;

import io.hamstring.contract.names.Incarnation;
import io.hamstring.contract.report.WorkerReport.RecoveryReport;
import io.hamstring.contract.settings.WorkerSettings;
import io.hamstring.recovery.plan.Action;
import io.hamstring.recovery.plan.BackOffPolicy;
import io.hamstring.recovery.processing.StageProcessor;
import io.hamstring.recovery.simulation.SimulatedClient;
import io.hamstring.recovery.simulation.SimulatedKafka;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The real worker with its three kinds of threads run by hand, one step at a time. */
final class SimulatedWorker implements Crew, Mailbox, Time {

  final Incarnation incarnation;
  final SimulatedClient client;
  final Worker worker;
  boolean paused;
  boolean dead;

  /** Whether batches do not come to their end. */
  boolean stuck;

  /** How often a batch was interrupted. */
  int interrupts;

  final List<RecoveryReport> ended = new ArrayList<>();
  private final SimulatedKafka kafka;
  private final ArrayDeque<Message> messages = new ArrayDeque<>();
  private final ArrayDeque<Runnable> transactions = new ArrayDeque<>();
  private final List<Runnable> batches = new ArrayList<>();
  private boolean inLoop;
  private boolean inTransaction;

  /** Thrown by a batch that takes the whole process with it. */
  static final class Died extends Error {
    private static final long serialVersionUID = 1L;
  }

  SimulatedWorker(
      SimulatedKafka kafka,
      Incarnation incarnation,
      WorkerSettings settings,
      StageProcessor<?> processor) {
    this.kafka = kafka;
    this.incarnation = incarnation;
    this.client = kafka.client(incarnation, settings.stage().inputs());
    this.worker =
        new Worker(
            settings,
            incarnation,
            client,
            processor,
            new Surroundings(
                this, () -> kafka.random().nextDouble(), BackOffPolicy.DEFAULT, this, this),
            this::note);
    worker.start();
  }

  /** One step of one of its threads, if that thread is not in the middle of something. */
  void step() {
    if (paused || worker.isOver()) {
      return;
    }
    switch (kafka.random().nextInt(4)) {
      case 0, 1 -> turn();
      case 2 -> transact();
      default -> process();
    }
  }

  private void turn() {
    if (inLoop) {
      return;
    }
    inLoop = true;
    try {
      worker.turn();
    } catch (Died death) {
      die();
    } finally {
      inLoop = false;
    }
    if (client.hasSpun()) {
      throw new AssertionError(incarnation + " waits in a poll while partitions are paused");
    }
    var plan = worker.recovery().ongoing();
    boolean waits = !dead && plan.filter(p -> p.step() instanceof Action.BackOff).isPresent();
    if (!dead && worker.recovery().isCalm() && !worker.recovery().joining()) {
      var held = worker.recovery().held();
      if (held.input() || held.transaction()) {
        throw new AssertionError(incarnation + " is out of its group and holds " + held);
      }
    }
    if (waits && worker.recovery().held().input()) {
      throw new AssertionError(incarnation + " backs off while it holds a membership: " + plan);
    }
  }

  private boolean transact() {
    if (inTransaction || transactions.isEmpty()) {
      return false;
    }
    inTransaction = true;
    try {
      transactions.pollFirst().run();
    } finally {
      inTransaction = false;
    }
    return true;
  }

  private boolean process() {
    if (batches.isEmpty() || stuck) {
      return false;
    }
    try {
      batches.remove(kafka.random().nextInt(batches.size())).run();
    } catch (Died death) {
      die();
    }
    return true;
  }

  private void die() {
    paused = true;
    dead = true;
    client.stopped(true);
  }

  @Override
  public Work process(Runnable batch) {
    batches.add(batch);
    return () -> interrupts++;
  }

  private void note(WorkerEvent event) {
    if (event instanceof WorkerEvent.RecoveryEnded recovery) {
      ended.add(recovery.report());
    }
  }

  @Override
  public void transact(Runnable task) {
    transactions.addLast(task);
  }

  @Override
  public void post(Message message) {
    messages.addLast(message);
  }

  @Override
  public boolean isEmpty() {
    return messages.isEmpty();
  }

  @Override
  public Optional<Message> next() {
    return Optional.ofNullable(messages.pollFirst());
  }

  @Override
  public Optional<Message> await(Duration timeout) {
    if (messages.isEmpty() && !transact() && !process()) {
      kafka.pass(timeout.compareTo(Duration.ofMillis(500)) < 0 ? timeout : Duration.ofMillis(500));
    }
    return next();
  }

  @Override
  public Instant now() {
    return Instant.ofEpochMilli(kafka.now() / 1_000_000);
  }

  @Override
  public long nanos() {
    return kafka.now();
  }
}
