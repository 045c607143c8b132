package io.hamstring.recovery.runtime;

import io.hamstring.recovery.loop.Crew;
import io.hamstring.recovery.loop.Mailbox;
import io.hamstring.recovery.loop.Message;
import io.hamstring.recovery.loop.Surroundings;
import io.hamstring.recovery.loop.Time;
import io.hamstring.recovery.plan.BackOffPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads of a worker: some that process and one that owns the producer. All are daemons, so
 * that a batch that never ends cannot keep a process alive.
 */
public final class Threads implements Crew, AutoCloseable {

  private final ExecutorService processing;
  private final ExecutorService transaction;

  /**
   * Starts no thread yet.
   *
   * @param concurrency batches worked on at a time
   */
  public Threads(int concurrency) {
    // One more than the loop hands out: a batch that was given up may still hold its thread.
    processing = Executors.newFixedThreadPool(concurrency + 1, named("processing"));
    transaction = Executors.newSingleThreadExecutor(named("transaction"));
  }

  /** These threads with the machine's clocks and chance. */
  public Surroundings surroundings() {
    return new Surroundings(
        new MachineTime(),
        () -> ThreadLocalRandom.current().nextDouble(),
        BackOffPolicy.DEFAULT,
        this,
        new Queue());
  }

  @Override
  public Work process(Runnable batch) {
    var task = new Task(batch);
    processing.execute(task);
    return task;
  }

  @Override
  public void transact(Runnable task) {
    transaction.execute(task);
  }

  /** Interrupts whatever still runs. */
  @Override
  public void close() {
    processing.shutdownNow();
    transaction.shutdownNow();
  }

  private static ThreadFactory named(String role) {
    var count = new AtomicInteger();
    return task -> {
      var thread = new Thread(task, "hamstring-" + role + "-" + count.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }

  /** A batch with the thread it runs on; an interrupt reaches that batch and no later one. */
  private static final class Task implements Runnable, Work {
    private final Runnable batch;
    private Thread runner;
    private boolean interrupted;

    Task(Runnable batch) {
      this.batch = batch;
    }

    @Override
    public void run() {
      begin();
      try {
        batch.run();
      } finally {
        end();
      }
    }

    private synchronized void begin() {
      runner = Thread.currentThread();
      if (interrupted) {
        runner.interrupt();
      }
    }

    private synchronized void end() {
      runner = null;
      Thread.interrupted();
    }

    @Override
    public synchronized void interrupt() {
      interrupted = true;
      if (runner != null) {
        runner.interrupt();
      }
    }
  }

  private static final class MachineTime implements Time {
    @Override
    public Instant now() {
      return Instant.now();
    }

    @Override
    public long nanos() {
      return System.nanoTime();
    }
  }

  private static final class Queue implements Mailbox {
    private final LinkedBlockingQueue<Message> messages = new LinkedBlockingQueue<>();

    private volatile Runnable alarm;

    @Override
    public void post(Message message) {
      messages.add(message);
      var whenPosted = alarm;
      if (whenPosted != null) {
        whenPosted.run();
      }
    }

    @Override
    public void alarm(Runnable whenPosted) {
      alarm = whenPosted;
    }

    @Override
    public boolean isEmpty() {
      return messages.isEmpty();
    }

    @Override
    public Optional<Message> next() {
      return Optional.ofNullable(messages.poll());
    }

    @Override
    public Optional<Message> await(Duration timeout) {
      try {
        return Optional.ofNullable(messages.poll(timeout.toNanos(), TimeUnit.NANOSECONDS));
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
        return Optional.empty();
      }
    }
  }
}
