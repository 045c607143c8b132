package io.hamstring.operator.guard;

import io.hamstring.contract.names.Incarnation;
import java.util.LinkedHashSet;
import java.util.Set;

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

  /** Who is dead among the members of a stage's group, and among those with a transaction open. */
  public static Deaths among(FleetLook look) {
    var targets = new LinkedHashSet<Target>();
    var missing = new LinkedHashSet<String>();
    for (var one : look.ours()) {
      var name = one.id().pod();
      var pod = look.pods().get(name);
      if (pod == null) {
        missing.add(name);
      } else if (one.id().boot() <= pod.deadBoot()) {
        targets.add(Target.upTo(look.stage().key(), name, pod.deadBoot(), Cause.TERMINATED));
      }
    }
    look.seen().transactions().lingering().stream()
        .flatMap(id -> Incarnation.ofTransactionalId(id).stream())
        .forEach(
            one -> {
              var pod = look.pods().get(one.pod());
              if (pod == null) {
                missing.add(one.pod());
              } else if (one.boot() <= pod.deadBoot()) {
                targets.add(Target.exactly(look.stage().key(), one.pod(), one.boot()));
              }
            });
    return new Deaths(targets, missing);
  }

  /** Whether a change of a pod tells of a death. */
  public static boolean isNews(PodSight before, PodSight now) {
    return now.deadBoot() > before.deadBoot();
  }
}
