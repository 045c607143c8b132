package io.hamstring.samples.watch;

/** Counts looks that failed one after the other. Confined to one thread. */
public final class Blindness {

  private final int most;
  private int failed;

  /**
   * @param most failed looks in a row that are borne
   */
  public Blindness(int most) {
    this.most = most;
  }

  /** A look showed something. */
  public void saw() {
    failed = 0;
  }

  /** A look failed; answers whether that is one too many. */
  public boolean failedOnceTooOften() {
    return ++failed > most;
  }

  /** Failed looks since the last that showed something. */
  public int failed() {
    return failed;
  }
}
