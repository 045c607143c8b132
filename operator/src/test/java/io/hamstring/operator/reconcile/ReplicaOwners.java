package io.hamstring.operator.reconcile;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Who owns {@code spec.replicas} of each object, as server-side apply sees it: a value that nobody
 * owns any more falls back to 1. Guarded by its user.
 */
final class ReplicaOwners {

  /** The answer to an apply that says another value than somebody else's, without force. */
  static final Integer CONFLICT = -1;

  private final Map<String, Owned> owned = new HashMap<>();

  private record Owned(int value, Set<String> managers) {}

  void created(String path, String request, JsonNode said) {
    owned.remove(path);
    if (said.at("/spec/replicas").isInt()) {
      owned.put(
          path,
          new Owned(said.at("/spec/replicas").asInt(), new HashSet<>(Set.of(manager(request)))));
    }
  }

  /** The value after an apply; null when it does not change, or {@link #CONFLICT}. */
  Integer apply(String path, String request, JsonNode stored, JsonNode said) {
    var live = stored.at("/spec/replicas");
    if (!live.isInt() || path.endsWith("/status")) {
      return null;
    }
    var now = owned.get(path);
    if (now == null || now.value != live.asInt()) {
      now = new Owned(live.asInt(), new HashSet<>(Set.of("whoever wrote it without apply")));
      owned.put(path, now);
    }
    var wanted = said.at("/spec/replicas");
    if (!wanted.isInt()) {
      var dropped = now.managers.remove(manager(request)) && now.managers.isEmpty();
      return dropped ? 1 : null;
    }
    if (wanted.asInt() == now.value) {
      now.managers.add(manager(request));
      return null;
    }
    if (!now.managers.equals(Set.of(manager(request))) && !request.contains("force=true")) {
      return CONFLICT;
    }
    owned.put(path, new Owned(wanted.asInt(), new HashSet<>(Set.of(manager(request)))));
    return wanted.asInt();
  }

  private static String manager(String request) {
    return request.replaceAll(".*fieldManager=([^&]*).*", "$1");
  }
}
