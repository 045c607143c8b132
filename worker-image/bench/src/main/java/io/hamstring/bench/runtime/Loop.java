package io.hamstring.bench.runtime;

/** A contender's own thread. */
public final class Loop implements Running {

  private static final long END_BOUND_MILLIS = 60_000;

  /** What turns until it is stopped. */
  public interface Body {

    /** Runs until {@link #stop} was called. */
    void run();

    /** Asks it to end; any thread may call. */
    void stop();
  }

  private final Body body;
  private final Thread thread;
  private volatile Throwable failure;

  private Loop(Body body, String name) {
    this.body = body;
    this.thread = new Thread(this::guarded, name);
    thread.setDaemon(true);
  }

  /** Starts a thread of that name. */
  public static Loop start(String name, Body body) {
    var loop = new Loop(body, name);
    loop.thread.start();
    return loop;
  }

  private void guarded() {
    try {
      body.run();
    } catch (RuntimeException | Error failed) {
      failure = failed;
    }
  }

  /**
   * Stops the body and waits for its end.
   *
   * @throws IllegalStateException if it failed, or does not end within a minute
   */
  @Override
  public void close() {
    body.stop();
    try {
      thread.join(END_BOUND_MILLIS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    if (failure != null) {
      throw new IllegalStateException(thread.getName() + " failed", failure);
    }
    if (thread.isAlive()) {
      throw new IllegalStateException(thread.getName() + " does not end");
    }
  }
}
