package io.hamstring.recovery.plan;

/**
 * What a worker holds at the moment a plan is made.
 *
 * @param transaction whether a transaction is open or under way
 * @param input whether there is a consumer
 * @param output whether there is a producer
 */
public record Held(boolean transaction, boolean input, boolean output) {

  /** Neither consumer nor producer. */
  public static final Held NOTHING = new Held(false, false, false);

  /** Everything, with a transaction open. */
  public static final Held EVERYTHING = new Held(true, true, true);

  Held without(Action done) {
    if (done instanceof Action.Abort) {
      return new Held(false, input, output);
    }
    if (done instanceof Action.CloseInput) {
      return new Held(transaction, false, output);
    }
    if (done instanceof Action.CloseOutput) {
      return new Held(false, input, false);
    }
    if (done instanceof Action.OpenInput) {
      return new Held(transaction, true, output);
    }
    if (done instanceof Action.OpenOutput) {
      return new Held(false, input, true);
    }
    return this;
  }
}
