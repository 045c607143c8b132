package io.hamstring.samples.watch;

import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * How far a pipeline has come, as one look at the broker shows it. The parts were not read at the
 * same moment, so a single look proves nothing: see {@link Settling}.
 *
 * @param ends log end and last stable offset of each partition of its topics
 * @param committed next offsets of each stage's group, by stage and partition
 */
public record Progress(
    Map<TopicPartition, End> ends, Map<String, Map<TopicPartition, Long>> committed) {

  /**
   * The end of a partition.
   *
   * @param lastStable no transaction below it is open
   */
  public record End(long logEnd, long lastStable) {}

  public Progress {
    ends = Map.copyOf(ends);
    committed = Map.copyOf(committed);
  }

  /** Stable records, control records among them, that a stage has not committed. */
  public long lag(WatchedStage stage) {
    var offsets = committed.getOrDefault(stage.name(), Map.of());
    return ends.entrySet().stream()
        .filter(end -> stage.inputs().contains(end.getKey().topic()))
        .mapToLong(
            end ->
                Math.max(0, end.getValue().lastStable() - offsets.getOrDefault(end.getKey(), 0L)))
        .sum();
  }

  /** Whether every stage has committed all of its input and no transaction is open. */
  public boolean isWorkedOff(List<WatchedStage> stages) {
    return !openTransaction()
        && stages.stream().allMatch(stage -> inputsAreThere(stage) && lag(stage) == 0);
  }

  /** Whether some records await the end of their transaction. */
  public boolean openTransaction() {
    return ends.values().stream().anyMatch(end -> end.lastStable() < end.logEnd());
  }

  private boolean inputsAreThere(WatchedStage stage) {
    return stage.inputs().stream()
        .allMatch(
            topic -> ends.keySet().stream().anyMatch(partition -> partition.topic().equals(topic)));
  }
}
