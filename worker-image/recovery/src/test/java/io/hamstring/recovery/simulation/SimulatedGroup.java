package io.hamstring.recovery.simulation;

import io.hamstring.contract.FailureKind;
import io.hamstring.recovery.port.AssignmentListener;
import io.hamstring.recovery.port.FailedCall;
import io.hamstring.recovery.port.Membership;
import io.hamstring.recovery.processing.Partition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** A consumer group as its coordinator sees it: members, epochs, who owns which partition. */
final class SimulatedGroup {

  private final Protocol protocol;
  private final SimulatedTopics topics;
  private final Map<String, Member> members = new TreeMap<>();
  private int epoch;
  private int joins;

  SimulatedGroup(Protocol protocol, SimulatedTopics topics) {
    this.protocol = protocol;
    this.topics = topics;
  }

  /** A member; its own view and the coordinator's. */
  final class Member {
    final String id;
    final String instanceId;
    final List<String> inputs;
    final Set<Partition> owned = new TreeSet<>();
    final Map<Partition, Integer> since = new HashMap<>();
    final Set<Partition> target = new TreeSet<>();
    int epoch = -1;
    long seenAt;

    /** Whether another joined with its instance id. */
    boolean replaced;

    Member(String id, String instanceId, List<String> inputs, long now) {
      this.id = id;
      this.instanceId = instanceId;
      this.inputs = inputs;
      this.seenAt = now;
    }
  }

  /**
   * A new member. If somebody holds its instance id, the newer protocol refuses it, the classic one
   * gives it the other's place.
   */
  Member join(String instanceId, List<String> inputs, long now) {
    var holder =
        members.values().stream().filter(each -> each.instanceId.equals(instanceId)).findFirst();
    if (holder.isPresent() && protocol == Protocol.CONSUMER) {
      throw new FailedCall(FailureKind.INSTANCE_FENCED, "instance id is held: " + instanceId, null);
    }
    holder.ifPresent(
        member -> {
          member.replaced = true;
          members.remove(member.id);
        });
    var member = new Member("member-" + ++joins, instanceId, inputs, now);
    members.put(member.id, member);
    rebalance();
    return member;
  }

  void removeInstance(String instanceId) {
    if (members.values().removeIf(member -> member.instanceId.equals(instanceId))) {
      rebalance();
    }
  }

  void remove(Member member) {
    members.remove(member.id);
    rebalance();
  }

  boolean knows(Member member) {
    return members.get(member.id) == member;
  }

  /** Drops members that were silent for too long. */
  void expire(long now, long session) {
    if (members.values().removeIf(member -> now - member.seenAt > session)) {
      rebalance();
    }
  }

  /** Hands out the same partitions as evenly as can be, moving as few as can be. */
  void rebalance() {
    epoch++;
    var subscribed = new TreeSet<String>();
    members.values().forEach(member -> subscribed.addAll(member.inputs));
    var free = topics.partitions(subscribed);
    int share = members.isEmpty() ? 0 : (free.size() + members.size() - 1) / members.size();
    for (var member : members.values()) {
      member.target.retainAll(free);
      while (member.target.size() > share) {
        member.target.remove(member.target.iterator().next());
      }
      free.removeAll(member.target);
    }
    for (var member : members.values()) {
      while (member.target.size() < share && !free.isEmpty()) {
        member.target.add(free.pollFirst());
      }
    }
  }

  /** What a poll does for the membership of one member; calls back as Kafka's consumer does. */
  void serve(Member member, AssignmentListener listener) {
    var taken = new TreeSet<>(member.owned);
    boolean everything = protocol == Protocol.EAGER && member.epoch != epoch;
    if (!everything) {
      taken.removeAll(member.target);
    }
    if (!taken.isEmpty()) {
      listener.revoked(taken);
      member.owned.removeAll(taken);
    }
    if (!knows(member)) {
      return;
    }
    var added = new TreeSet<>(member.target);
    added.removeAll(member.owned);
    added.removeAll(ownedByOthers(member));
    if (member.epoch != epoch || !added.isEmpty()) {
      member.epoch = epoch;
      member.owned.addAll(added);
      added.forEach(partition -> member.since.put(partition, epoch));
      listener.assigned(added);
    }
  }

  private Collection<Partition> ownedByOthers(Member member) {
    var owned = new ArrayList<Partition>();
    members.values().stream()
        .filter(other -> other != member)
        .forEach(other -> owned.addAll(other.owned));
    return owned;
  }

  /** Refuses offsets that a member may not commit. */
  void check(Membership membership, Collection<Partition> offsets) {
    var member = members.get(membership.memberId());
    if (member == null) {
      throw new FailedCall(
          FailureKind.COMMIT_REFUSED, "unknown member " + membership.memberId(), null);
    }
    if (membership.generation() == member.epoch) {
      return;
    }
    boolean older =
        protocol == Protocol.CONSUMER
            && offsets.stream()
                .allMatch(
                    partition ->
                        member.owned.contains(partition)
                            && member.since.get(partition) <= membership.generation());
    if (!older) {
      throw new FailedCall(
          FailureKind.COMMIT_REFUSED,
          "generation is " + member.epoch + ", not " + membership.generation(),
          null);
    }
  }
}
