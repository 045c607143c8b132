package io.hamstring.operator.telemetry.watch;

import io.hamstring.operator.telemetry.PipelineKey;
import java.time.Duration;
import java.util.Set;

/** Is told when the board holds new looks. Must be quick: it keeps the sweep's thread. */
@FunctionalInterface
public interface SweepListener {

  /** Every stage of these pipelines was looked at. */
  void swept(Set<PipelineKey> pipelines);

  /** A sweep of one cluster, judgement included, took so long. */
  default void took(Duration time) {}

  /** A topic of these pipelines got more partitions, so its keys map to other ones from now on. */
  default void grew(Set<PipelineKey> pipelines, GrownTopic topic) {}

  /**
   * A topic that got partitions.
   *
   * @param from how many it had
   */
  record GrownTopic(String name, int from, int to) {}
}
