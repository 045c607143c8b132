package io.hamstring.operator.guard.runtime;

import io.hamstring.operator.guard.Eviction;
import io.hamstring.operator.guard.Outcome;
import io.hamstring.operator.telemetry.StageKey;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Grants that the guard lacked at the last eviction of each stage, until one goes through. */
final class Refusals {

  private final Map<StageKey, String> grants = new ConcurrentHashMap<>();

  void learn(Eviction eviction) {
    var trouble = eviction.trouble();
    if (trouble.kind() == Outcome.Kind.REFUSED) {
      grants.put(eviction.target().stage(), trouble.detail());
    } else if (eviction.isOver() && trouble.isOver()) {
      grants.remove(eviction.target().stage());
    }
  }

  List<String> of(StageKey stage) {
    var grant = grants.get(stage);
    return grant == null ? List.of() : List.of(grant);
  }

  void retain(Set<StageKey> stages) {
    grants.keySet().retainAll(stages);
  }
}
