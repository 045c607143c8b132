package io.hamstring.recovery.loop;

import java.util.Optional;

/**
 * Finds the record that kills the process. Before work on a partition begins, its unmoved offset is
 * committed with a count of starts, which the next commit clears. An owner that finds a count left
 * by a worker that is no more suspects the record at that offset: it is tried alone, no other
 * suspect with it, and each try is committed before it is made; only these tries count towards
 * giving the record up. Confined to the loop thread.
 */
final class Suspicion {

  private final String incarnation;
  private final int maxAttempts;
  private Mark mark = Mark.NONE;

  /** Of the mark as it is, or null; asked for with every batch. */
  private String passed;

  private Mark found = Mark.NONE;
  private boolean begun;
  private boolean suspect;
  private boolean chosen;
  private boolean tried;

  Suspicion(String incarnation, int maxAttempts) {
    this.incarnation = incarnation;
    this.maxAttempts = maxAttempts;
  }

  /** What stood beside the committed offset. */
  void found(Mark found) {
    this.found = found;
    mark = found;
    passed = null;
    suspect = found.isSuspect(incarnation);
    begun = false;
  }

  /** Whether the offsets here belong to a topic with another id than {@code topicId}. */
  boolean isOfAnotherTopic(String topicId) {
    return mark.isOfAnotherTopic(topicId);
  }

  /** The id of the topic that the offsets here belong to; empty if nobody knows it. */
  String topicId() {
    return mark.topicId();
  }

  boolean isSuspect() {
    return suspect;
  }

  /** Whether this is the suspect that is being tried. */
  boolean isChosen() {
    return chosen;
  }

  void choose() {
    chosen = true;
    tried = false;
  }

  /** Whether the record at the head has been tried as often as it may. */
  boolean isExhausted() {
    return suspect && mark.attempt() >= maxAttempts;
  }

  int attempts() {
    return mark.attempt();
  }

  /** Whether a batch may be cut. */
  boolean mayWork() {
    return begun && (!suspect || (chosen && (tried || isExhausted())));
  }

  /** The mark that has to be committed before work goes on, if one has to. */
  Optional<Mark> due() {
    if (!begun) {
      return Optional.of(beginning());
    }
    boolean isNextTry = suspect && chosen && !tried && !isExhausted();
    return isNextTry ? Optional.of(mark.tried(incarnation)) : Optional.empty();
  }

  Mark beginning() {
    return mark.begun(incarnation);
  }

  /** What stands beside an offset up to which work ended well, encoded. */
  String passed() {
    if (passed == null) {
      passed = mark.cleared().encoded();
    }
    return passed;
  }

  /** What stands beside an offset behind a record that was given up, encoded. */
  String gaveUp(long offset) {
    return mark.gaveUp(offset).encoded();
  }

  /**
   * What an orderly leave puts back: the deaths of others stand, this worker's own start does not.
   */
  Mark leaving() {
    return suspect ? found : mark.cleared();
  }

  /** Whether a count of starts stands beside the committed offset. */
  boolean isMarked() {
    return begun && mark.starts() > 0;
  }

  /** An offset was committed with that mark. */
  void committed(Mark committed) {
    if (committed.starts() == 0) {
      suspect = false;
      chosen = false;
    }
    tried = committed.attempt() > mark.attempt();
    begun = true;
    mark = committed;
    passed = null;
  }
}
