package io.hamstring.operator.guard;

import io.hamstring.operator.guard.FleetLook.Ours;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds frozen workers: three witnesses agree for {@code unresponsiveAfter}. The kubelet says that
 * the worker is not ready, the worker does not answer, and nothing is committed in its partitions.
 *
 * <p>As fencing makes a mistake harmless but not free, a fleet keeps at least half of its workers
 * within one session timeout, its only worker always, and everybody while nobody answers: then the
 * silence is more likely ours. Whom a look had no time to ask it calls neither silent nor well.
 */
final class Frozen {

  private Frozen() {}

  static List<Target> among(FleetLook look, Vigil vigil) {
    var silent = look.silent();
    int allowed = look.running().size() / 2 - out(look, vigil).size();
    if (allowed <= 0 || silent.containsAll(look.asked())) {
      return List.of();
    }
    return look.ours().stream()
        .filter(one -> silent.contains(one.id().pod()) && !look.isDead(one))
        .filter(one -> isFrozen(look, vigil, one))
        .sorted(Comparator.comparing((Ours one) -> vigil.silences().get(one.id().pod()).since()))
        .limit(allowed)
        .map(one -> target(look, one))
        .toList();
  }

  private static boolean isFrozen(FleetLook look, Vigil vigil, Ours one) {
    var silence = Optional.ofNullable(vigil.silences().get(one.id().pod()));
    return cause(look, one).isPresent()
        && silence
            .filter(since -> since.lasts(look.stage().rules().unresponsiveAfter(), look.at()))
            .filter(since -> since.standsStill(one.member(), look.seen()))
            .isPresent();
  }

  /** Who says that it is not ready: the kubelet itself, or the control plane in its place. */
  private static Optional<Cause> cause(FleetLook look, Ours one) {
    var pod = look.pods().get(one.id().pod());
    if (!pod.kubeletReady()) {
      return Optional.of(Cause.FROZEN);
    }
    return !pod.podReady() && look.stage().rules().lostNodes()
        ? Optional.of(Cause.LOST_NODE)
        : Optional.empty();
  }

  private static Target target(FleetLook look, Ours one) {
    return Target.only(
        look.stage().key(),
        one.id().pod(),
        one.id().boot(),
        one.member().memberId(),
        cause(look, one).orElseThrow());
  }

  /**
   * Workers that were taken out within one session timeout, or look as if they had been: a
   * predecessor of this operator may have done it.
   */
  private static Set<String> out(FleetLook look, Vigil vigil) {
    var members = look.ours().stream().map(one -> one.id().pod()).collect(Collectors.toSet());
    var out = new HashSet<>(vigil.takenOut().keySet());
    look.running().stream()
        .filter(pod -> look.answerOf(pod).isEmpty())
        .filter(pod -> !members.contains(pod) && !look.pods().get(pod).kubeletReady())
        .forEach(out::add);
    return out;
  }
}
