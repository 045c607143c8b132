package io.hamstring.samples.watch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Tells of workers that ended by themselves, once for each time. Confined to one thread. */
public final class CrashWatch {

  private static final int LOG_LINES = 20;

  private final FleetWatch fleet;
  private final Map<String, Integer> restartsSeen = new HashMap<>();
  private final Set<String> expected = new HashSet<>();

  public CrashWatch(FleetWatch fleet) {
    this.fleet = fleet;
  }

  /** Says that the next end of {@code pod}'s container was asked for. */
  public void expect(String pod) {
    expected.add(pod);
  }

  /** What a person should read of the ends since the last look, line by line. */
  public List<String> news(List<WorkerPodView> pods) {
    var news = new ArrayList<String>();
    for (var pod : pods) {
      int before = restartsSeen.getOrDefault(pod.name(), 0);
      int now = pod.restarts() + (pod.trouble() != null && pod.ended() != null ? 1 : 0);
      if (now > before) {
        restartsSeen.put(pod.name(), now);
        if (!expected.remove(pod.name())) {
          news.addAll(told(pod));
        }
      }
    }
    return news;
  }

  private List<String> told(WorkerPodView pod) {
    var lines = new ArrayList<String>();
    lines.add(
        "worker %s ended by itself (exit code %s, restarts %d); the end of its log:"
            .formatted(pod.name(), pod.ended(), pod.restarts()));
    var log = fleet.log(pod.name(), LOG_LINES, true);
    log.forEach(line -> lines.add("  | " + line));
    return lines;
  }
}
