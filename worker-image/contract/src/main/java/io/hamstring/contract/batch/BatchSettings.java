package io.hamstring.contract.batch;

import io.hamstring.contract.StageType;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The batch section of a pipeline ({@code environment.kafka_transaction_batch}).
 *
 * @param global size and timeout for every stage; a field it leaves out has the default
 * @param stages bounds by stage type, by HAMSTRING's full stage name or by the stage's own name
 * @param topics bounds by full name of an input topic
 * @param groupCommit how much finished work one transaction takes
 */
public record BatchSettings(
    BatchBounds global,
    Map<String, BatchBounds> stages,
    Map<String, BatchBounds> topics,
    GroupCommit groupCommit) {

  /** HAMSTRING's supplied values: 50 records, 50 ms. */
  public static final BatchBounds DEFAULT_BOUNDS = new BatchBounds(50, Duration.ofMillis(50));

  /** HAMSTRING's supplied stage values: a detector 10 records, an alerter 25. */
  public static final Map<String, BatchBounds> DEFAULT_STAGES =
      Map.of("detector", new BatchBounds(10, null), "alerter", new BatchBounds(25, null));

  public BatchSettings {
    global = DEFAULT_BOUNDS.overriddenBy(global);
    stages = Map.copyOf(stages);
    topics = Map.copyOf(topics);
  }

  /** What a pipeline that says nothing gets. */
  public static BatchSettings defaults() {
    return new BatchSettings(DEFAULT_BOUNDS, DEFAULT_STAGES, Map.of(), GroupCommit.DEFAULT);
  }

  /**
   * These settings without the entries that cannot concern a stage, so that a change of another
   * stage's batches changes nothing for it.
   */
  public BatchSettings concerning(String stageName, StageType type, List<String> inputs) {
    var mine = List.of(type.id(), type.fullName(), stageName);
    return new BatchSettings(global, only(stages, mine), only(topics, inputs), groupCommit);
  }

  private static Map<String, BatchBounds> only(Map<String, BatchBounds> bounds, List<String> keys) {
    var some = new HashMap<>(bounds);
    some.keySet().retainAll(keys);
    return some;
  }
}
