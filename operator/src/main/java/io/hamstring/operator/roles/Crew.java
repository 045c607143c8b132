package io.hamstring.operator.roles;

import io.hamstring.contract.names.InstanceId;
import io.hamstring.contract.report.WorkerReport;
import io.hamstring.contract.report.WorkerRole;
import io.hamstring.operator.telemetry.GroupView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is known of the workers of one stage: what they said, what they were told since, and who has
 * a place in the group. All of it comes back from reports and the group, so nothing is kept for a
 * successor. Confined to one thread.
 */
public final class Crew {

  /** A worker that was asked again and again meanwhile, and did not answer. */
  private static final Duration SILENT_AFTER = Duration.ofSeconds(12);

  /**
   * What was seen before a word was taken or a member removed may be told after it; a look at a
   * cluster takes no longer. So nobody is sent back to wait before one too many was seen for so
   * long.
   */
  private static final Duration CROSSED = Duration.ofSeconds(10);

  private final String podPrefix;
  private final Map<String, Known> known = new HashMap<>();
  private final Map<String, InstanceId> seats = new HashMap<>();
  private final Map<String, Instant> gone = new HashMap<>();
  private final Duration silentAfter;
  private boolean seen;
  private Instant tooManySince;

  /**
   * @param podPrefix with which the names of the stage's pods begin
   * @param sweepInterval between two looks at reports and group
   */
  public Crew(String podPrefix, Duration sweepInterval) {
    this.podPrefix = podPrefix;
    var twoLooks = sweepInterval.multipliedBy(5).dividedBy(2);
    this.silentAfter = twoLooks.compareTo(SILENT_AFTER) > 0 ? twoLooks : SILENT_AFTER;
  }

  private record Known(
      long boot,
      String incarnation,
      WorkerRole role,
      boolean ready,
      int partitions,
      Instant startedAt,
      Instant heardAt,
      Instant toldAt,
      Instant outAt) {

    static Known of(WorkerReport report, Known before, Instant at) {
      var told = before != null && before.boot == report.boot() ? before.toldAt : Instant.MIN;
      boolean crossed = told != Instant.MIN && at.isBefore(told.plus(CROSSED));
      return new Known(
          report.boot(),
          report.instanceId(),
          crossed ? before.role : report.role(),
          report.ready(),
          report.partitions().size(),
          report.startedAt(),
          at,
          told,
          null);
    }

    Known with(WorkerRole word, Instant at) {
      return new Known(boot, incarnation, word, ready, partitions, startedAt, at, at, null);
    }

    boolean works() {
      return role == WorkerRole.ACTIVE && outAt == null;
    }

    /** Whether words that came in at that time may be older than what was done to it. */
    boolean isCrossedBy(Instant at) {
      return outAt != null && at.isBefore(outAt.plus(CROSSED));
    }

    Known takenOut(Instant at) {
      return new Known(
          boot, incarnation, role, false, partitions, startedAt, heardAt, Instant.MIN, at);
    }
  }

  /** A worker said something; older words than the latest change nothing. */
  public void heard(String pod, WorkerReport report, Instant at) {
    var before = known.get(pod);
    if (before != null && before.boot < report.boot() && before.works()) {
      // It may have joined after the latest look at the group.
      InstanceId.of(before.incarnation).ifPresent(id -> seats.put(before.incarnation, id));
    }
    boolean isNewer =
        before == null
            || before.boot < report.boot()
            || before.boot == report.boot()
                && !at.isBefore(before.heardAt)
                && !before.isCrossedBy(at);
    if (isNewer) {
      known.put(pod, Known.of(report, before, at));
    }
  }

  /** A worker took a word. */
  public void told(Word word, Instant at) {
    known.computeIfPresent(
        word.pod(),
        (pod, before) ->
            before.incarnation.equals(word.incarnation()) ? before.with(word.role(), at) : before);
  }

  /** A worker could not be told: until it says something it is counted on no more. */
  public void notTold(Word word, Instant at) {
    known.computeIfPresent(
        word.pod(),
        (pod, before) ->
            before.incarnation.equals(word.incarnation()) ? before.takenOut(at) : before);
  }

  /** The group was looked at. */
  public void looked(GroupView group, Instant at) {
    gone.values().removeIf(since -> !at.isBefore(since.plus(CROSSED)));
    if (group.isKnown()) {
      seen = true;
      seats.clear();
      group.members().stream()
          .flatMap(member -> InstanceId.of(member.instanceId()).stream())
          .filter(id -> id.pod().startsWith(podPrefix) && !gone.containsKey(id.toString()))
          .forEach(id -> seats.put(id.toString(), id));
      // Neither heard any more nor in the group.
      known.values().removeIf(one -> !hasSeat(one) && isSilent(one, at));
    }
  }

  /** The starts of a pod that were removed from the group. */
  public void removed(String pod, Collection<Long> boots, Instant at) {
    Stream.concat(
            seats.keySet().stream(), Stream.ofNullable(known.get(pod)).map(Known::incarnation))
        .flatMap(id -> InstanceId.of(id).stream())
        .filter(id -> id.pod().equals(pod) && boots.contains(id.boot()))
        .forEach(id -> gone.put(id.toString(), at));
    seats.values().removeIf(id -> id.pod().equals(pod) && boots.contains(id.boot()));
    known.computeIfPresent(
        pod, (same, before) -> boots.contains(before.boot) ? before.takenOut(at) : before);
  }

  /** Whether a pod has to be asked before anything can be said of it. */
  public boolean isUnknown(CrewPod pod) {
    return pod.isHand() && knownOf(pod).isEmpty();
  }

  /** What a pod's worker is; empty when it is not known. */
  public Optional<WorkerRole> roleOf(CrewPod pod) {
    return knownOf(pod).map(Known::role);
  }

  private Optional<Known> knownOf(CrewPod pod) {
    return Optional.ofNullable(known.get(pod.name()))
        .filter(one -> one.boot > pod.sight().deadBoot());
  }

  /** What is to be told to whom now; nothing before the group was seen once. */
  public List<Word> words(CrewSight sight, Instant now) {
    var hands = new ArrayList<Hand>();
    for (var pod : sight.pods()) {
      if (pod.isHand()) {
        knownOf(pod).ifPresent(one -> hands.add(hand(pod, one, now)));
      }
    }
    int taken = taken(hands);
    int working = taken + (int) hands.stream().filter(Hand::isActive).count();
    boolean tooMany = seen && sight.isTrimmed() && working > sight.wanted();
    tooManySince = !tooMany ? null : tooManySince == null ? now : tooManySince;
    boolean mayLeave = tooMany && !now.isBefore(tooManySince.plus(CROSSED));
    return Roles.words(seen ? sight.wanted() : 0, taken, mayLeave, hands);
  }

  private boolean isSilent(Known one, Instant now) {
    return now.isAfter(one.heardAt.plus(silentAfter));
  }

  private boolean hasSeat(Known one) {
    return seats.containsKey(one.incarnation);
  }

  /** One that does not answer and has no place in the group any more does not work. */
  private Hand hand(CrewPod pod, Known one, Instant now) {
    boolean answers = one.outAt == null && !isSilent(one, now);
    boolean works = one.role == WorkerRole.ACTIVE && (answers || hasSeat(one));
    return new Hand(
        pod.name(),
        one.incarnation,
        works || one.role != WorkerRole.ACTIVE ? one.role : WorkerRole.NONE,
        answers,
        one.ready,
        pod.newest(),
        one.partitions,
        one.startedAt);
  }

  /** Places of those that are no hands: the dead, the ending, and whoever was never heard. */
  private int taken(List<Hand> hands) {
    var listed = hands.stream().map(Hand::incarnation).collect(Collectors.toSet());
    var taken =
        seats.keySet().stream().filter(id -> !listed.contains(id)).collect(Collectors.toSet());
    // Whoever joined after the latest look at the group, and died, or ends.
    known.forEach(
        (pod, one) -> {
          if (one.works() && !listed.contains(one.incarnation)) {
            taken.add(one.incarnation);
          }
        });
    return taken.size();
  }
}
