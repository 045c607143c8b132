package io.hamstring.recovery.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.hamstring.recovery.processing.Batch;
import io.hamstring.recovery.processing.Result;
import io.hamstring.recovery.processing.StageProcessor;
import io.hamstring.recovery.simulation.Protocol;
import io.hamstring.recovery.simulation.SimulatedKafka;
import io.hamstring.recovery.simulation.SimulatedKafka.Faults;
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
  private static final int PARTITIONS = 6;
  private static final int RECORDS_EACH = 120;
  private static final int TROUBLED_STEPS = 3_000;

  static Stream<Arguments> seeds() {
    return Stream.of(Protocol.values())
        .flatMap(
            protocol -> IntStream.range(0, SEEDS).mapToObj(seed -> Arguments.of(protocol, seed)));
  }

  @ParameterizedTest(name = "{0}, seed {1}")
  @MethodSource("seeds")
  void everyRecordIsWorkedOnOnce(Protocol protocol, long seed) {
    var kafka =
        new SimulatedKafka(seed, protocol, PARTITIONS, RECORDS_EACH, new Faults(150, 40, 300));
    var fleet = new Fleet(kafka, 3, new Troubled(kafka));

    for (int i = 0; i < TROUBLED_STEPS; i++) {
      fleet.step();
    }
    fleet.calm();
    fleet.runUntilNoLag(60_000);

    assertThat(kafka.lag()).as(() -> "lag left with " + fleet.states()).isZero();
    assertThat(kafka.missing()).isZero();
  }

  /** Copies each record; some batches fail now and then, some records for ever. */
  private record Troubled(SimulatedKafka kafka) implements StageProcessor<Void> {

    @Override
    public Result<Void> process(Batch batch, Void state) {
      var result = new Result.Builder();
      for (var record : batch.records()) {
        if (record.offset() % 37 == 5) {
          throw new IllegalArgumentException("poison: " + record.id());
        }
        if (record.offset() == 50 && record.partition().number() < 2) {
          throw new SimulatedWorker.Died();
        }
        if (kafka.random().nextInt(100) == 0) {
          throw new IllegalStateException("bad luck with " + record.id());
        }
        result.output("out", null, record.value(), record);
      }
      return result.build();
    }
  }
}
