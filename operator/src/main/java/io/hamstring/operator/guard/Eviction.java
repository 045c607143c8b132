package io.hamstring.operator.guard;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * How far the removal of what the dead of one pod left at the brokers has come. Immutable: each
 * step's outcome makes the next one. A round fences and removes, both at once, and looks whether
 * anything is left; a failed fence does not keep the members, and nothing ends before a look saw
 * nothing.
 *
 * @param since when the death was seen
 * @param boots the dead starts that are known by number
 * @param fenced those whose transactional ids are fenced
 * @param evicted memberships that a removal ended
 * @param rounds that were begun
 * @param due when the next step is to be taken
 * @param trouble the latest failure, or {@link Outcome#DONE}
 */
public record Eviction(
    Target target,
    Instant since,
    Phase phase,
    SortedSet<Long> boots,
    SortedSet<Long> fenced,
    int evicted,
    int rounds,
    Instant due,
    Outcome trouble) {

  // The first removal is lost about never; the second attempt may come at once.
  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  /** A grant comes from a person. */
  private static final Duration REFUSED_PAUSE = Duration.ofSeconds(30);

  // transaction.max.timeout.ms: what is older was ended by the broker. A member that is still
  // there is found again by the next look at the group.
  private static final Duration GIVEN_UP_AFTER = Duration.ofMinutes(15);

  /** What is to be done next. */
  public enum Phase {
    FENCE_AND_REMOVE,
    LOOK,
    OVER
  }

  public Eviction {
    boots = Collections.unmodifiableSortedSet(new TreeSet<>(boots));
    fenced = Collections.unmodifiableSortedSet(new TreeSet<>(fenced));
  }

  /**
   * An eviction that begins now.
   *
   * @param boots dead starts that are known by number; when there are none, a look finds them
   */
  public static Eviction begun(Target target, Collection<Long> boots, Instant now) {
    return new Eviction(
        target,
        now,
        boots.isEmpty() ? Phase.LOOK : Phase.FENCE_AND_REMOVE,
        new TreeSet<>(boots),
        new TreeSet<>(),
        0,
        1,
        now,
        Outcome.DONE);
  }

  /** The starts that are still to be fenced. */
  public List<Long> toFence() {
    return boots.stream().filter(boot -> !fenced.contains(boot)).toList();
  }

  public boolean isOver() {
    return phase == Phase.OVER;
  }

  /** Goes on to the look, whatever came of fencing and removal. */
  public Eviction acted(Map<Long, Outcome> fences, Map<Long, Outcome> removals) {
    var done = new TreeSet<>(fenced);
    fences.forEach(
        (boot, outcome) -> {
          if (outcome.isOver()) {
            done.add(boot);
          }
        });
    var ended =
        (int)
            removals.values().stream()
                .filter(outcome -> outcome.kind() == Outcome.Kind.DONE)
                .count();
    var kept = worst(removals.values());
    return new Eviction(
        target,
        since,
        Phase.LOOK,
        boots,
        done,
        evicted + ended,
        rounds,
        due,
        kept.isOver() ? worst(fences.values()) : kept);
  }

  /**
   * Over if nothing was {@code left}; else another round, after a pause. A fence that is not
   * allowed is not tried again when the members are gone: the next death needs the same grant.
   */
  public Eviction looked(Collection<Long> left, Instant now) {
    var all = new TreeSet<>(boots);
    all.addAll(left);
    if (left.isEmpty() && fenced.containsAll(all)) {
      return at(Phase.OVER, all, rounds, now, Outcome.DONE);
    }
    if (left.isEmpty() && trouble.kind() == Outcome.Kind.REFUSED || isOld(now)) {
      return at(Phase.OVER, all, rounds, now, trouble);
    }
    var isFirst = rounds == 1 && boots.isEmpty();
    return at(
        Phase.FENCE_AND_REMOVE,
        all,
        isFirst ? rounds : rounds + 1,
        isFirst ? now : now.plus(pause()),
        trouble);
  }

  /** Another round, after a pause, because nobody could look. */
  public Eviction unseen(Outcome why, Instant now) {
    if (isOld(now)) {
      return at(Phase.OVER, boots, rounds, now, why);
    }
    return at(
        boots.isEmpty() ? Phase.LOOK : Phase.FENCE_AND_REMOVE,
        boots,
        rounds + 1,
        now.plus(pauseAfter(why)),
        why);
  }

  private Eviction at(
      Phase next, SortedSet<Long> known, int round, Instant when, Outcome nextTrouble) {
    return new Eviction(target, since, next, known, fenced, evicted, round, when, nextTrouble);
  }

  private boolean isOld(Instant now) {
    return !now.isBefore(since.plus(GIVEN_UP_AFTER));
  }

  private Duration pause() {
    return pauseAfter(trouble);
  }

  private Duration pauseAfter(Outcome outcome) {
    if (outcome.kind() == Outcome.Kind.REFUSED) {
      return REFUSED_PAUSE;
    }
    var pause = FIRST_PAUSE.multipliedBy(1L << Math.min(10, rounds - 1));
    return pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause;
  }

  private static Outcome worst(Collection<Outcome> outcomes) {
    return outcomes.stream()
        .filter(outcome -> !outcome.isOver())
        .max((a, b) -> b.kind().compareTo(a.kind()))
        .orElse(Outcome.DONE);
  }
}
