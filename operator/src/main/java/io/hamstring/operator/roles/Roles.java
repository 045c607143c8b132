package io.hamstring.operator.roles;

import io.hamstring.contract.report.WorkerRole;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Which workers of a stage work and which wait. As many work as are wanted: whoever has left its
 * place is replaced by exactly one, for one more member than before would take partitions from
 * those that work.
 */
public final class Roles {

  /** Whoever can join at once, then whoever will stay longest in a rollout, then the oldest. */
  private static final Comparator<Hand> FIRST_TO_JOIN =
      Comparator.comparing((Hand hand) -> !hand.ready())
          .thenComparing(hand -> hand.role() != WorkerRole.STANDBY)
          .thenComparing(hand -> !hand.newest())
          .thenComparing(Hand::startedAt)
          .thenComparing(Hand::pod);

  /** Whoever has nothing to give back, then whoever a rollout replaces, then the newest. */
  private static final Comparator<Hand> FIRST_TO_LEAVE =
      Comparator.comparing((Hand hand) -> hand.partitions() > 0)
          .thenComparing(Hand::newest)
          .thenComparing(Hand::startedAt, Comparator.reverseOrder())
          .thenComparing(Hand::pod);

  private Roles() {}

  /**
   * What is to be told to whom.
   *
   * @param wanted workers that are to work
   * @param taken places in the group of others than {@code hands}: whoever is dead and not removed,
   *     is ending, or has never been heard
   * @param mayLeave whether one too many is sent back to wait; not while pods are being deleted,
   *     for it may be one of them
   */
  public static List<Word> words(int wanted, int taken, boolean mayLeave, List<Hand> hands) {
    var words = new ArrayList<Word>();
    var spoken = new HashSet<String>();
    int missing = wanted - taken - (int) hands.stream().filter(Hand::isActive).count();
    if (missing > 0) {
      hands.stream()
          .filter(hand -> !hand.isActive() && hand.answers())
          .sorted(FIRST_TO_JOIN)
          .limit(missing)
          .forEach(hand -> say(words, spoken, hand, WorkerRole.ACTIVE));
    } else if (missing < 0 && mayLeave) {
      hands.stream()
          .filter(hand -> hand.isActive() && hand.answers())
          .sorted(FIRST_TO_LEAVE)
          .limit(-missing)
          .forEach(hand -> say(words, spoken, hand, WorkerRole.STANDBY));
    }
    hands.stream()
        .filter(hand -> !hand.isActive() && hand.answers() && !spoken.contains(hand.pod()))
        .forEach(hand -> say(words, spoken, hand, WorkerRole.STANDBY));
    return words;
  }

  private static void say(List<Word> words, Set<String> spoken, Hand hand, WorkerRole role) {
    words.add(Word.to(hand, role));
    spoken.add(hand.pod());
  }
}
