package io.hamstring.operator.guard;

import io.hamstring.contract.names.InstanceId;
import io.hamstring.operator.telemetry.GroupMember;
import io.hamstring.operator.telemetry.GroupView;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Finds the dead among the members of a group, from the group and the pods alone, so that a
 * restarted operator finds what its predecessor left half done.
 *
 * @param targets certainly dead
 * @param missing pods that no informer knows; dead if the API server says that they are gone
 */
public record Deaths(Set<Target> targets, Set<String> missing) {

  public Deaths {
    targets = Set.copyOf(targets);
    missing = Set.copyOf(missing);
  }

  /** Who is dead among the members of a stage's group. */
  public static Deaths among(GuardedStage stage, Collection<PodSight> pods, GroupView group) {
    var byName = pods.stream().collect(Collectors.toMap(PodSight::pod, Function.identity()));
    var targets = new LinkedHashSet<Target>();
    var missing = new LinkedHashSet<String>();
    for (var id : ours(stage, group.members())) {
      var pod = byName.get(id.pod());
      if (pod == null) {
        missing.add(id.pod());
      } else if (id.boot() <= pod.deadBoot()) {
        targets.add(Target.upTo(stage.key(), id.pod(), pod.deadBoot(), Cause.TERMINATED));
      }
    }
    return new Deaths(targets, missing);
  }

  /** Members whose ids a worker of the stage would have; a group may have others. */
  static List<InstanceId> ours(GuardedStage stage, List<GroupMember> members) {
    return members.stream()
        .flatMap(member -> InstanceId.of(member.instanceId()).stream())
        .filter(id -> id.namespace().equals(stage.key().pipeline().namespace()))
        .filter(id -> id.pod().startsWith(stage.podPrefix()))
        .toList();
  }

  /** Whether a change of a pod tells of a death. */
  public static boolean isNews(PodSight before, PodSight now) {
    return now.deadBoot() > before.deadBoot();
  }
}
