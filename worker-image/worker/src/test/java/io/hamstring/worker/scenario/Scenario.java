package io.hamstring.worker.scenario;

import java.time.Duration;
import java.util.Locale;
import java.util.function.Consumer;

/** What happens to workers and brokers that are at work. */
enum Scenario {
  TERMINATED(Topology.ONE, Plays::terminated),
  KILLED_BEFORE_WORK(Topology.ONE, Plays.killed(Point.BEFORE_WORK)),
  KILLED_AFTER_WORK(Topology.ONE, Plays.killed(Point.AFTER_WORK)),
  KILLED_AFTER_BEGIN(Topology.ONE, Plays.killed(Point.AFTER_BEGIN)),
  KILLED_AFTER_SEND(Topology.ONE, Plays.killed(Point.AFTER_SEND)),
  KILLED_AFTER_SEND_OFFSETS(Topology.ONE, Plays.killed(Point.AFTER_SEND_OFFSETS)),
  KILLED_DURING_COMMIT(Topology.ONE, Plays.killed(Point.DURING_COMMIT)),
  TAKEN_OVER_BEFORE_WORK(Topology.ONE, Plays.takenOver(Point.BEFORE_WORK)),
  TAKEN_OVER_AFTER_WORK(Topology.ONE, Plays.takenOver(Point.AFTER_WORK)),
  TAKEN_OVER_AFTER_BEGIN(Topology.ONE, Plays.takenOver(Point.AFTER_BEGIN)),
  TAKEN_OVER_AFTER_SEND(Topology.ONE, Plays.takenOver(Point.AFTER_SEND)),
  TAKEN_OVER_AFTER_SEND_OFFSETS(Topology.ONE, Plays.takenOver(Point.AFTER_SEND_OFFSETS)),
  TAKEN_OVER_DURING_COMMIT(Topology.ONE, Plays.takenOver(Point.DURING_COMMIT)),
  FROZEN_BEFORE_WORK(Topology.ONE, Plays.frozen(Point.BEFORE_WORK)),
  FROZEN_AFTER_SEND(Topology.ONE, Plays.frozen(Point.AFTER_SEND)),
  FROZEN_AFTER_SEND_OFFSETS(Topology.ONE, Plays.frozen(Point.AFTER_SEND_OFFSETS)),
  FROZEN_OUT_AFTER_SEND(Topology.ONE, Plays.frozenOut(Point.AFTER_SEND)),
  FROZEN_OUT_AFTER_SEND_OFFSETS(Topology.ONE, Plays.frozenOut(Point.AFTER_SEND_OFFSETS)),
  BATCH_TOO_LONG(Topology.ONE, Plays::batchTooLong, Plays.SHORT_POLL_INTERVAL),
  BATCH_WITHOUT_END(Topology.ONE, Plays::batchWithoutEnd, Plays.SHORT_POLL_INTERVAL),
  LOOP_STALLED(Topology.ONE, Plays::loopStalled, Plays.SHORT_POLL_INTERVAL),
  REBALANCES(Topology.ONE, Plays::rebalances),
  NO_NAME_AT_START(Topology.ONE, Plays::noNameAtStart),
  BROKER_KILLED_BEFORE_COMMIT(Topology.ONE, Plays.brokerKilled(Point.AFTER_SEND_OFFSETS)),
  BROKER_KILLED_DURING_COMMIT(Topology.ONE, Plays.brokerKilled(Point.DURING_COMMIT)),
  BROKER_FROZEN_BEFORE_COMMIT(Topology.ONE, Plays.brokerFrozen(Point.AFTER_SEND_OFFSETS)),
  BROKER_FROZEN_DURING_COMMIT(Topology.ONE, Plays.brokerFrozen(Point.DURING_COMMIT)),
  GROUP_COORDINATOR_KILLED(Topology.THREE, Plays::groupCoordinatorKilled),
  GROUP_COORDINATOR_FROZEN(Topology.THREE, Plays::groupCoordinatorFrozen),
  TRANSACTION_COORDINATOR_KILLED(Topology.THREE, Plays::transactionCoordinatorKilled),
  TRANSACTION_COORDINATOR_FROZEN(Topology.THREE, Plays::transactionCoordinatorFrozen),
  ROLLING_RESTART(Topology.THREE, Plays::rollingRestart);

  private static final Duration LONG_POLL_INTERVAL = Duration.ofMinutes(5);

  private final Topology topology;
  private final Consumer<Scene> play;
  private final Duration maxPollInterval;

  Scenario(Topology topology, Consumer<Scene> play) {
    this(topology, play, null);
  }

  Scenario(Topology topology, Consumer<Scene> play, Duration maxPollInterval) {
    this.topology = topology;
    this.play = play;
    this.maxPollInterval = maxPollInterval;
  }

  Topology topology() {
    return topology;
  }

  Duration maxPollInterval() {
    return maxPollInterval == null ? LONG_POLL_INTERVAL : maxPollInterval;
  }

  void play(Scene scene) {
    play.accept(scene);
  }

  /** As a sentence has it. */
  String words() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
