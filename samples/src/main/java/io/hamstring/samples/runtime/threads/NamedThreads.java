package io.hamstring.samples.runtime.threads;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Threads that say whose they are and never keep the JVM alive. */
public final class NamedThreads {

  private NamedThreads() {}

  /** One thread, for what is confined to it and for what is to be done later. */
  public static ScheduledExecutorService one(String name) {
    return Executors.newSingleThreadScheduledExecutor(work -> daemon(work, name));
  }

  /** {@code count} threads. */
  public static ExecutorService some(String name, int count) {
    return Executors.newFixedThreadPool(count, numbered(name));
  }

  /** As many threads as are needed at a time, kept for a minute. */
  public static ExecutorService asNeeded(String name) {
    return Executors.newCachedThreadPool(numbered(name));
  }

  private static ThreadFactory numbered(String name) {
    var number = new AtomicInteger();
    return work -> daemon(work, name + "-" + number.incrementAndGet());
  }

  private static Thread daemon(Runnable work, String name) {
    var thread = new Thread(work, name);
    thread.setDaemon(true);
    return thread;
  }
}
