package io.hamstring.recovery.plan;

/**
 * What a worker holds at the moment a plan is made.
 *
 * @param transaction whether a transaction is open or under way
 * @param input whether there is a consumer that is subscribed
 * @param output whether there is a producer
 * @param prepared whether there is a consumer that is not subscribed
 */
public record Held(boolean transaction, boolean input, boolean output, boolean prepared) {

  /** Neither consumer nor producer. */
  public static final Held NOTHING = new Held(false, false, false);

  /** Everything, with a transaction open. */
  public static final Held EVERYTHING = new Held(true, true, true);

  /** What a standby holds. */
  public static final Held WARM = new Held(false, false, true, true);

  /** With no prepared consumer. */
  public Held(boolean transaction, boolean input, boolean output) {
    this(transaction, input, output, false);
  }

  Held without(Action done) {
    if (done instanceof Action.Abort) {
      return with(false);
    }
    if (done instanceof Action.CloseInput) {
      return new Held(transaction, false, output, false);
    }
    if (done instanceof Action.CloseOutput) {
      return new Held(false, input, false, prepared);
    }
    if (done instanceof Action.PrepareInput) {
      return new Held(transaction, false, output, true);
    }
    if (done instanceof Action.OpenInput) {
      return new Held(transaction, true, output, false);
    }
    if (done instanceof Action.OpenOutput) {
      return new Held(false, input, true, prepared);
    }
    return this;
  }

  Held with(boolean openTransaction) {
    return new Held(openTransaction, input, output, prepared);
  }
}
