package io.hamstring.operator.guard;

import io.hamstring.operator.telemetry.CommittedOffset;
import io.hamstring.operator.telemetry.GroupMember;
import io.hamstring.operator.telemetry.Partition;
import io.hamstring.operator.telemetry.StageObservation;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A worker that does not answer.
 *
 * @param since the first look that it did not answer
 * @param committed where the group stood then, in every partition in which that was known
 */
record Silence(Instant since, Map<Partition, CommittedOffset> committed) {

  Silence {
    committed = Map.copyOf(committed);
  }

  static Silence from(StageObservation look) {
    return new Silence(look.at(), committed(look));
  }

  boolean lasts(Duration bound, Instant now) {
    return !now.isBefore(since.plus(bound));
  }

  /** Whether nothing was committed since in any partition that {@code member} has. */
  boolean standsStill(GroupMember member, StageObservation look) {
    var now = committed(look);
    return !member.assigned().isEmpty()
        && member.assigned().stream()
            .allMatch(
                partition ->
                    committed.containsKey(partition)
                        && committed.get(partition).equals(now.get(partition)));
  }

  private static Map<Partition, CommittedOffset> committed(StageObservation look) {
    return look.partitions().entrySet().stream()
        .filter(entry -> entry.getValue().committed().state() != CommittedOffset.State.UNKNOWN)
        .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().committed()));
  }
}
