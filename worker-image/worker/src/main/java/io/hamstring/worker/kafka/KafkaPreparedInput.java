package io.hamstring.worker.kafka;

import io.hamstring.recovery.port.AssignmentListener;
import io.hamstring.recovery.port.Input;
import io.hamstring.recovery.port.PreparedInput;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A consumer that knows its topics and has not subscribed. Confined to one thread.
 *
 * @param ids of the topics by name
 * @param askIds asks the cluster for them
 */
record KafkaPreparedInput(
    KafkaInput input,
    List<String> topics,
    Map<String, String> ids,
    Supplier<Map<String, String>> askIds)
    implements PreparedInput {

  @Override
  public Input join(AssignmentListener listener) {
    input.subscribe(topics, ids, askIds, listener);
    return input;
  }

  /**
   * Asks the coordinator of the group and the leaders of all partitions: the same connections on
   * which a member fetches its offsets and records.
   */
  @Override
  public void keepWarm(Duration timeout) {
    var partitions = input.partitions(topics, timeout);
    input.committed(partitions, timeout);
    input.ranges(partitions, timeout);
  }

  /**
   * Does once what a member does with every record, and drops what comes of it, so that the code is
   * loaded before it is needed. Nothing of it reaches a broker but reads.
   */
  void rehearse(Duration timeout) {
    JoinClasses.load();
    keepWarm(timeout);
    input.rehearse(input.partitions(topics, timeout), timeout);
  }

  @Override
  public void close(Duration timeout) {
    input.close(timeout);
  }
}
