package io.hamstring.operator.guard;

import io.hamstring.operator.guard.FleetLook.Ours;
import io.hamstring.operator.telemetry.GroupMember;
import io.hamstring.operator.telemetry.GuardView.Ghost;
import io.hamstring.operator.telemetry.GuardView.Kind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What the guard remembers of a stage from look to look. Immutable; bounded by the pods and members
 * of one look. A restarted operator begins with {@link #EMPTY} and is only slower for it.
 *
 * @param silences pods that did not answer when they were last asked
 * @param strays members, by what tells one from another, that should not be there
 * @param takenOut pods whose workers were taken for frozen, within one session timeout
 */
public record Vigil(
    Map<String, Silence> silences, Map<Stray, Instant> strays, Map<String, Instant> takenOut) {

  /** Before the first look. */
  public static final Vigil EMPTY = new Vigil(Map.of(), Map.of(), Map.of());

  public Vigil {
    silences = Map.copyOf(silences);
    strays = Map.copyOf(strays);
    takenOut = Map.copyOf(takenOut);
  }

  /** A member that should not be there. */
  record Stray(Kind kind, String memberId, String instanceId) {

    static Stray of(Kind kind, GroupMember member) {
      return new Stray(kind, member.memberId(), member.instanceId());
    }
  }

  /** This vigil after one more look; a group that is not known leaves what was known of it. */
  public Vigil after(FleetLook look) {
    var nowSilent = new HashMap<String, Silence>();
    look.silent()
        .forEach(pod -> nowSilent.put(pod, silences.getOrDefault(pod, Silence.from(look.seen()))));
    // Who was not asked is neither silent from now on nor heard.
    look.passedOver().stream()
        .filter(silences::containsKey)
        .forEach(pod -> nowSilent.put(pod, silences.get(pod)));
    var out = new HashMap<>(takenOut);
    out.values().removeIf(at -> !look.at().isBefore(at.plus(look.stage().session())));
    if (!look.seen().group().isKnown()) {
      return new Vigil(nowSilent, strays, out);
    }
    var nowStray = new HashMap<Stray, Instant>();
    straysOf(look)
        .keySet()
        .forEach(stray -> nowStray.put(stray, strays.getOrDefault(stray, look.at())));
    return new Vigil(nowSilent, nowStray, out);
  }

  /** This vigil after workers were taken out. */
  public Vigil tookOut(Collection<Target> targets, Instant now) {
    var out = new HashMap<>(takenOut);
    targets.forEach(target -> out.put(target.pod(), now));
    return new Vigil(silences, strays, out);
  }

  /** Who is frozen in this look, as far as they may be taken out. */
  public List<Target> frozen(FleetLook look) {
    return Frozen.among(look, this);
  }

  /**
   * Members that have outlived the session of a dead worker, foreign ones that stay as long, and
   * those that are listed twice. The latter come from a leave that the coordinator could not write
   * down (KAFKA-21279).
   */
  public List<Ghost> ghosts(FleetLook look) {
    var ghosts = new ArrayList<Ghost>();
    straysOf(look)
        .forEach(
            (stray, member) -> {
              var since = strays.getOrDefault(stray, look.at());
              if (stray.kind() == Kind.LISTED_TWICE
                  || !look.at().isBefore(since.plus(look.stage().session()))) {
                ghosts.add(new Ghost(stray.kind(), member, since));
              }
            });
    return ghosts;
  }

  /** Dead starts of pods whose workers say themselves that they have a newer id. */
  public Set<Target> superseded(FleetLook look) {
    var ghosts =
        ghosts(look).stream()
            .map(Ghost::member)
            .map(GroupMember::memberId)
            .collect(Collectors.toSet());
    var targets = new LinkedHashSet<Target>();
    look.ours().stream()
        .filter(one -> look.isSuperseded(one) && ghosts.contains(one.member().memberId()))
        .forEach(
            one ->
                targets.add(
                    Target.upTo(look.stage().key(), one.id().pod(), one.id().boot(), Cause.GHOST)));
    return targets;
  }

  private static Map<Stray, GroupMember> straysOf(FleetLook look) {
    var found = new HashMap<Stray, GroupMember>();
    look.ours().stream()
        .filter(look::isDead)
        .forEach(one -> found.put(Stray.of(Kind.DEAD_WORKER, one.member()), one.member()));
    var ours = look.ours().stream().map(Ours::member).collect(Collectors.toSet());
    look.seen().group().members().stream()
        .filter(member -> !ours.contains(member))
        .forEach(member -> found.put(Stray.of(Kind.FOREIGN, member), member));
    var listed = new HashSet<String>();
    var byId =
        look.seen().group().members().stream()
            .filter(member -> !listed.add(member.memberId()))
            .collect(Collectors.toMap(GroupMember::memberId, Function.identity(), (a, b) -> a));
    byId.values().forEach(member -> found.put(Stray.of(Kind.LISTED_TWICE, member), member));
    return found;
  }
}
