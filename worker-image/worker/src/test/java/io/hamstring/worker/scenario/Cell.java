package io.hamstring.worker.scenario;

import io.hamstring.contract.settings.WorkerSettings.GroupProtocol;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** One scenario on one group protocol. */
record Cell(Scenario scenario, GroupProtocol protocol) {

  /** What cells must have in common to be played one after the other on one scene. */
  record Kind(Topology topology, GroupProtocol protocol, Duration maxPollInterval) {}

  /** All of them. */
  static List<Cell> all() {
    return Stream.of(Scenario.values())
        .flatMap(scenario -> Stream.of(GroupProtocol.values()).map(p -> new Cell(scenario, p)))
        .toList();
  }

  Kind kind() {
    return new Kind(scenario.topology(), protocol, scenario.maxPollInterval());
  }

  /** Some of a topology, drawn by {@code seed}. */
  static List<Cell> sample(Topology topology, int count, long seed) {
    var cells =
        new ArrayList<>(
            all().stream().filter(cell -> cell.scenario.topology() == topology).toList());
    Collections.shuffle(cells, new Random(seed));
    return List.copyOf(cells.subList(0, Math.min(count, cells.size())));
  }

  @Override
  public String toString() {
    return scenario.words() + ", " + protocol.id();
  }
}
