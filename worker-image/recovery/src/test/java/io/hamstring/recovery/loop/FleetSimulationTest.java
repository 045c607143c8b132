package io.hamstring.recovery.loop;

import io.hamstring.recovery.simulation.Protocol;
import io.hamstring.recovery.simulation.SimulatedKafka;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs whole fleets against {@link SimulatedKafka}, whose invariants are checked at every commit. A
 * run is a function of its seed: to debug a failure, call {@link #everyRecordIsWorkedOnOnce} with
 * the protocol and the seed that the report names.
 */
class FleetSimulationTest {

  private static final int SEEDS = Integer.getInteger("hamstring.simulation.seeds", 170);

  static Stream<Arguments> seeds() {
    var protocol = System.getProperty("hamstring.simulation.protocol");
    var seed = Integer.getInteger("hamstring.simulation.seed");
    return Stream.of(Protocol.values())
        .filter(each -> protocol == null || each.name().equals(protocol))
        .flatMap(
            each ->
                (seed == null ? IntStream.range(0, SEEDS) : IntStream.of(seed))
                    .mapToObj(number -> Arguments.of(each, number)));
  }

  @ParameterizedTest(name = "{0}, seed {1}")
  @MethodSource("seeds")
  void everyRecordIsWorkedOnOnce(Protocol protocol, long seed) {
    FleetRun.run(protocol, seed);
  }
}
