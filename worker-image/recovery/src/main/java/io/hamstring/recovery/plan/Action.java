package io.hamstring.recovery.plan;

import java.time.Duration;

/** One step of a recovery. Performed elsewhere; here it is only named. */
public sealed interface Action {

  /** Lets a transaction under way come to its end, and aborts it unless it was committed. */
  record Abort() implements Action {}

  /** Leaves the group and lets go of the consumer; everything fetched and worked on is dropped. */
  record CloseInput() implements Action {}

  /** Lets go of the producer. */
  record CloseOutput() implements Action {}

  /**
   * Waits, holding nothing.
   *
   * @param delay how long
   */
  record BackOff(Duration delay) implements Action {}

  /**
   * Goes on under other ids: whoever fenced the present ones means them still, and would hit this
   * worker again.
   */
  record TakeNewIds() implements Action {}

  /** Builds a producer and settles what its predecessor left open. */
  record OpenOutput() implements Action {}

  /** Builds a consumer and lets it learn what it needs to join; it joins when it is told to. */
  record PrepareInput() implements Action {}

  /**
   * Builds a consumer, unless one is prepared, and subscribes it; it goes on from the committed
   * offsets.
   */
  record OpenInput() implements Action {}

  /** Polls until the membership is another one than the refused, or the partitions are gone. */
  record AwaitMembership() implements Action {}

  /** Puts the results that were refused back in line for the next transaction. */
  record CommitAgain() implements Action {}

  /** The step's name in reports and in the table. */
  default String label() {
    return getClass().getSimpleName();
  }
}
