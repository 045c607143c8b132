package io.hamstring.recovery.loop;

/** Those who work for the loop thread. What they do ends with a {@link Message}. */
public interface Crew {

  /** Has a batch worked on. */
  Work process(Runnable batch);

  /** Has something done by the one who owns the producer, in the order of these calls. */
  void transact(Runnable task);

  /** A batch in work. */
  interface Work {
    /** Interrupts it; it may go on all the same. */
    void interrupt();
  }
}
